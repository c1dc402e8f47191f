package dev.tally.storage;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * The time of an invocation. Work is cut into steps; each begins only while more than the reserve is left, which has to
 * suffice for the longest step and for writing down how far the work got.
 */
public record Budget(Supplier<Duration> remaining, Duration reserve) {
    public boolean spent() {
        return remaining.get().compareTo(reserve) < 0;
    }
}
