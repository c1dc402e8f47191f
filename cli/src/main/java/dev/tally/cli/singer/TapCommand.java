package dev.tally.cli.singer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tally.cli.Shell;
import dev.tally.cli.Trouble;

/**
 * A command whose standard error is ours, and which reads what we would. Its output is read until nobody can write to it any more, be it the
 * command itself or one that it has started; a {@code cat} between keeps it open, since Java closes the pipe of a process when that has ended.
 */
final class TapCommand implements Tap {
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "busybox");
    /** Passes on without ending at the signals that a terminal or a supervisor sends to the whole group. */
    private static final List<String> RELAY = List.of("sh", "-c", "trap '' HUP INT TERM; exec cat");
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Process process;
    private final Process relay;
    private final Patience patience;
    private final Consumer<String> notices;
    private final Output output;
    private volatile List<ProcessHandle> asked = List.of();
    private volatile boolean signalled;
    private volatile long signalledAt;
    private volatile boolean killed;

    /**
     * How long to wait.
     *
     * @param grace from a signal until those who have not ended are killed
     * @param quiet for a word of those whom the command leaves behind
     */
    record Patience(Duration grace, Duration quiet) {
        /** Leaves time for the last upload within the 30 seconds that most supervisors wait before they kill. */
        static final Patience DEFAULT = new Patience(Duration.ofSeconds(20), Duration.ofSeconds(5));
    }

    private TapCommand(Process process, Process relay, Patience patience, Consumer<String> notices) {
        this.process = process;
        this.relay = relay;
        this.patience = patience;
        this.notices = notices;
        output = new Output(relay.getInputStream());
    }

    /** @param notices gets sentences for people, from any thread */
    static TapCommand start(List<String> command, Shell shell, Patience patience, Consumer<String> notices) {
        try {
            List<Process> both = ProcessBuilder.startPipeline(List.of(
                    new ProcessBuilder(command).directory(shell.folder().toFile())
                            .redirectInput(Redirect.INHERIT)
                            .redirectError(Redirect.INHERIT),
                    new ProcessBuilder(RELAY).redirectError(Redirect.INHERIT)));
            var tap = new TapCommand(both.getFirst(), both.getLast(), patience, notices);
            Thread.ofPlatform().daemon().name("singer-tap").start(tap::watch);
            return tap;
        } catch (IOException failed) {
            throw Trouble.notFound("The tap cannot be started: " + failed.getMessage() + ".", "");
        }
    }

    /** Closing it asks the tap to end; what it says until then can still be read. */
    @Override
    public InputStream output() {
        return output;
    }

    @Override
    public int exit() {
        try {
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    /**
     * Passes a signal on; a shell would keep it to itself, so it goes to the commands that a shell has started too. Whoever has not ended
     * within the grace is killed, and at the second signal all are.
     *
     * @param reached whether they have got it already
     */
    synchronized void end(Signals signal, boolean reached) {
        if (signalled) {
            kill();
            return;
        }
        signalledAt = System.nanoTime();
        signalled = true;
        List<ProcessHandle> all = withCommandsOfShells(process.toHandle()).toList();
        asked = all;
        if (!reached) {
            send(signal, all);
        }
        var _ = CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .orTimeout(patience.grace.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(late -> {
                    notices.accept("The tap has not ended within " + patience.grace.toSeconds()
                            + " seconds of the signal, and is killed.");
                    kill();
                    return null;
                });
    }

    /** Ends it and what it has started, so that its output ends. */
    void kill() {
        killed = true;
        Stream.concat(asked.stream(), process.descendants()).forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void send(Signals signal, List<ProcessHandle> all) {
        // The number of one that has ended may be another's by now.
        List<ProcessHandle> alive = all.stream().filter(ProcessHandle::isAlive).toList();
        if (alive.isEmpty()) {
            return;
        }
        String pids = alive.stream().map(one -> String.valueOf(one.pid())).collect(Collectors.joining(" "));
        try {
            // One that has ended meanwhile is no error.
            new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + pids).redirectError(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noShell) {
            alive.forEach(ProcessHandle::destroy);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Stream<ProcessHandle> withCommandsOfShells(ProcessHandle one) {
        boolean shell = one.info()
                .command()
                .map(path -> SHELLS.contains(Path.of(path).getFileName().toString()))
                .orElse(false);
        return Stream.concat(Stream.of(one),
                shell ? one.children().flatMap(TapCommand::withCommandsOfShells) : Stream.empty());
    }

    /** Ends the output when the command has ended, and those whom it left behind say nothing, or too much behind a signal. */
    private void watch() {
        try {
            process.waitFor();
            long ended = System.nanoTime();
            while (relay.isAlive()) {
                if (isOver() && !relay.waitFor(1, TimeUnit.SECONDS)) {
                    notices.accept("What the tap has started holds its output open; the recording ends without it.");
                    relay.destroyForcibly();
                    return;
                }
                if (output.hasWaited(patience.quiet, ended) && !isEnding()) {
                    notices.accept("What the tap has started holds its output open, and has said nothing for "
                            + patience.quiet.toSeconds() + " seconds; the recording ends without it.");
                    relay.destroyForcibly();
                    return;
                }
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether nobody is waited for any more who says something. */
    private boolean isOver() {
        return killed || (signalled && System.nanoTime() - signalledAt >= patience.grace.toNanos());
    }

    /** Whether somebody who was asked to end may still have something to say. */
    private boolean isEnding() {
        return !killed && asked.stream().anyMatch(ProcessHandle::isAlive);
    }

    private final class Output extends FilterInputStream {
        private volatile boolean waiting;
        private volatile long since;

        Output(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            since = System.nanoTime();
            waiting = true;
            try {
                return in.read(target, offset, length);
            } finally {
                waiting = false;
            }
        }

        /** Whether a read has waited so long behind a time: one that nobody asks for is no silence. */
        boolean hasWaited(Duration time, long behind) {
            long began = since;
            return waiting && System.nanoTime() - Math.max(began, behind) >= time.toNanos();
        }

        @Override
        public void close() {
            if (asked.isEmpty()) {
                end(Signals.TERM, false);
            }
        }
    }
}
