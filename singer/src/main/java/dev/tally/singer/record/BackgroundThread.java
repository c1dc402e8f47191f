package dev.tally.singer.record;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread. */
final class BackgroundThread implements Background {
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1,
            task -> Thread.ofPlatform().daemon().name("singer-uploads").unstarted(task));

    BackgroundThread() {
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    @Override
    public void schedule(Runnable task, Duration delay) {
        var _ = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void finish() {
        executor.shutdown();
        boolean done = false;
        while (!done) {
            try {
                done = executor.awaitTermination(1, TimeUnit.HOURS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
