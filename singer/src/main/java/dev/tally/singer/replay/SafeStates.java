package dev.tally.singer.replay;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.read.Surveyor;

/** Tells the last STATE of the logs that are loaded without a gap, whenever it is another one. One thread at a time may use it. */
final class SafeStates {
    private final Surveyor surveyor;
    private final List<LogEntry> entries;
    private final Consumer<String> told;
    private final Map<Integer, Optional<String>> states = new HashMap<>();
    private int reached;

    SafeStates(Surveyor surveyor, List<LogEntry> entries, Consumer<String> told) {
        this.surveyor = surveyor;
        this.entries = entries;
        this.told = told;
    }

    /** What was seen to be the last STATE of a log. */
    void know(int log, Optional<String> lastState) {
        states.put(log, lastState);
    }

    /** So many of the first logs are loaded by now. Looks into those that nothing is known of, from the last backwards. */
    void reached(int logs) throws IOException {
        for (int log = logs - 1; log >= reached; log--) {
            Optional<String> state = states.containsKey(log)
                    ? states.get(log)
                    : surveyor.survey(entries.get(log)).content().lastState();
            if (state.isPresent()) {
                told.accept(state.get());
                break;
            }
        }
        for (int log = reached; log < logs; log++) {
            states.remove(log);
        }
        reached = logs;
    }
}
