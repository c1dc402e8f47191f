package dev.tally.local;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Tells about a step only when there is something to do, and always does it. */
record Phases(Progress progress) {

    void run(Phase phase, boolean told, Runnable work) {
        call(phase, told, () -> {
            work.run();
            return List.of();
        });
    }

    <T> T call(Phase phase, boolean told, Supplier<T> work) {
        if (!told) {
            return work.get();
        }
        var start = Instant.now();
        progress.started(phase);
        var result = work.get();
        progress.finished(phase, Duration.between(start, Instant.now()));
        return result;
    }
}
