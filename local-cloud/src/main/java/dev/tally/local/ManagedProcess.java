package dev.tally.local;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that a local cloud started, possibly in an earlier command. Process ids are used again after a while, so it is recognised by its start too, and never
 * ended without.
 */
record ManagedProcess(long pid, Instant startedAt, int port) {

    /** Operating systems keep the start in ticks since boot, and the wall clock may be corrected meanwhile. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(2);

    private static final Duration GRACE = Duration.ofSeconds(3);

    static ManagedProcess of(ProcessHandle process, int port) {
        return new ManagedProcess(process.pid(), startOf(process).orElseGet(Instant::now), port);
    }

    boolean isAlive() {
        return handle().isPresent();
    }

    /** Ends the process and all that it started: asks first, and insists after a moment. */
    void end() {
        var process = handle();
        if (process.isEmpty()) {
            return;
        }
        var descendants = process.get().descendants().toList();
        process.get().destroy();
        if (!ended(process.get())) {
            process.get().destroyForcibly();
            ended(process.get());
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
    }

    private Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isTheSame);
    }

    private boolean isTheSame(ProcessHandle process) {
        return startOf(process).map(start -> Duration.between(start, startedAt).abs().compareTo(CLOCK_TOLERANCE) <= 0)
                .orElse(false);
    }

    private static Optional<Instant> startOf(ProcessHandle process) {
        return process.info().startInstant();
    }

    private static boolean ended(ProcessHandle process) {
        try {
            process.onExit().get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException stillThere) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
