package dev.tally.aws;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses between attempts at what a service left over: each at random up to a limit that doubles, so that many who
 * were refused together do not come back together.
 *
 * @param first the limit of the first pause
 * @param longest the limit of all
 * @param attempts how often something is tried, the first time included
 */
record Backoff(Duration first, Duration longest, int attempts) {
    static final Backoff USUAL = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2), 8);

    Backoff {
        if (attempts < 1 || first.isNegative() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("At least one attempt, and pauses that grow");
        }
    }

    /** The limit of the pause behind an attempt, which counts from 1. */
    Duration limit(int attempt) {
        Duration limit = first.multipliedBy(1L << Math.min(attempt - 1, 20));
        return limit.compareTo(longest) < 0 ? limit : longest;
    }

    /** Sleeps; an interrupt ends it and is an error, since the work would be left half done. */
    void pause(int attempt) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(limit(attempt).toMillis() + 1));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ServiceBusyException("Interrupted while waiting for a busy service");
        }
    }
}
