package dev.tally.cli.upload;

import java.util.concurrent.Semaphore;

/** Bounds how many requests are under way, and how much memory their bodies take together. Thread-safe. */
final class Lanes {
    private static final int KIB = 1 << 10;

    private final Semaphore lanes;
    private final Semaphore memory;
    private final int budget;

    /** @param bytes of memory for all bodies; a single larger body is let through alone */
    Lanes(int lanes, long bytes) {
        this.lanes = new Semaphore(lanes);
        this.budget = Math.toIntExact(Math.max(1, bytes / KIB));
        this.memory = new Semaphore(budget);
    }

    /** Waits for a lane and for memory; give both back by closing. */
    Lane enter(long bytes) throws InterruptedException {
        int wanted = Math.toIntExact(Math.min(budget, Math.ceilDiv(bytes, KIB)));
        lanes.acquire();
        try {
            memory.acquire(wanted);
        } catch (InterruptedException e) {
            lanes.release();
            throw e;
        }
        return () -> {
            memory.release(wanted);
            lanes.release();
        };
    }

    /** A lane that is taken. */
    interface Lane extends AutoCloseable {
        @Override
        void close();
    }
}
