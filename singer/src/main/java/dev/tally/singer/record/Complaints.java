package dev.tally.singer.record;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Tells what is wrong, as it happens, and keeps whether the run can still be a success. Threads may share one. */
final class Complaints {
    private final Consumer<String> listener;
    private final Set<String> told = new HashSet<>();
    private boolean failed;
    private Runnable onTrouble = () -> {};

    Complaints(Consumer<String> listener) {
        this.listener = listener;
    }

    synchronized void warn(String message) {
        listener.accept(message);
    }

    /** Tells it the first time alone. */
    synchronized void warnOnce(String message) {
        if (told.add(message)) {
            listener.accept(message);
        }
    }

    /** Something that had to be kept is not, or not where it should be. */
    synchronized void fail(String message) {
        failed = true;
        listener.accept(message);
    }

    /** What to do when the lake cannot be written, even if that may end well later. */
    synchronized void onTrouble(Runnable action) {
        onTrouble = action;
    }

    void trouble() {
        Runnable action;
        synchronized (this) {
            action = onTrouble;
        }
        action.run();
    }

    synchronized boolean failed() {
        return failed;
    }
}
