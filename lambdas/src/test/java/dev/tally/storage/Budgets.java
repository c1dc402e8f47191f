package dev.tally.storage;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Budgets for tests. */
public final class Budgets {
    private static final Duration RESERVE = Duration.ofSeconds(1);

    private Budgets() {}

    public static Budget endless() {
        return new Budget(() -> Duration.ofHours(1), RESERVE);
    }

    /** Is spent when it is asked for the time after that. */
    public static Budget asked(int times) {
        AtomicInteger left = new AtomicInteger(times);
        return new Budget(() -> left.getAndDecrement() > 0 ? RESERVE : Duration.ZERO, RESERVE);
    }
}
