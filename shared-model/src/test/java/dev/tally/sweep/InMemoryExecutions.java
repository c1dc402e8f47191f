package dev.tally.sweep;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Executions in memory: those run that a test has not ended. */
public final class InMemoryExecutions implements Executions {
    private final Map<String, End> ends = new HashMap<>();

    /** Ends an execution. */
    public void end(String execution, End end) {
        ends.put(execution, end);
    }

    @Override
    public Optional<End> end(String execution) {
        return Optional.ofNullable(ends.get(execution));
    }
}
