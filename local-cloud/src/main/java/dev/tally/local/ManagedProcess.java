package dev.tally.local;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process that a local cloud started, possibly in an earlier command. Process ids are used again after a while, so it is recognised by its start too, and never
 * ended without.
 */
record ManagedProcess(long pid, Instant startedAt, int port) {

    /** Operating systems keep the start in ticks since boot, and the wall clock may be corrected meanwhile. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(2);

    static ManagedProcess of(ProcessHandle process, int port) {
        return new ManagedProcess(process.pid(), startOf(process).orElseGet(Instant::now), port);
    }

    boolean isAlive() {
        return handle().isPresent();
    }

    /** Ends the process and all that it started, at once: neither emulator nor host has anything to save. */
    void end() {
        handle().ifPresent(process -> {
            var descendants = process.descendants().toList();
            process.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
            // Asked again and again, for the platform's own notification about processes that are not children comes late.
            while (runs(process)) {
                CloudProcesses.pause();
            }
        });
    }

    private Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid).filter(ManagedProcess::runs).filter(this::isTheSame);
    }

    /** Whether it has not ended. One whose end nobody has asked for yet, as happens to orphans in containers, counts as alive to the platform, but has no program any more. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    private boolean isTheSame(ProcessHandle process) {
        return startOf(process).map(start -> Duration.between(start, startedAt).abs().compareTo(CLOCK_TOLERANCE) <= 0)
                .orElse(false);
    }

    private static Optional<Instant> startOf(ProcessHandle process) {
        return process.info().startInstant();
    }
}
