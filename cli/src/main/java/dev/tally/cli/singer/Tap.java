package dev.tally.cli.singer;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;

import dev.tally.cli.Shell;
import dev.tally.cli.Trouble;

/** Where messages come from: the standard input, or a command that is run here. */
sealed interface Tap {
    InputStream output();

    /** Its exit code, when it has said all; 0 where it is not known. */
    int exit();

    /** The standard input. Closing it ends a read that waits, as a stream on the descriptor would not. */
    record Pipe(InputStream output) implements Tap {
        @Override
        public int exit() {
            return 0;
        }
    }

    /** A command whose standard error is ours, and which reads what we would. */
    record Command(Process process) implements Tap {
        /** Closing it asks the tap to end; what it says until then can still be read. */
        @Override
        public InputStream output() {
            return new FilterInputStream(process.getInputStream()) {
                @Override
                public void close() {
                    process.destroy();
                }
            };
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

        /** Passes a signal on. */
        void send(Signals signal) {
            try {
                new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + process.pid()).inheritIO().start().waitFor();
            } catch (IOException noShell) {
                process.destroy();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        /** Ends it and what it has started, so that its output ends. */
        void kill() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    static Tap standardInput() {
        return new Pipe(Channels.newInputStream(new FileInputStream(FileDescriptor.in).getChannel()));
    }

    static Command start(List<String> command, Shell shell) {
        try {
            return new Command(new ProcessBuilder(command).directory(shell.folder().toFile())
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException failed) {
            throw Trouble.notFound("The tap cannot be started: " + failed.getMessage() + ".", "");
        }
    }

    /** What a command is called by. */
    static String name(List<String> command) {
        return command.isEmpty() ? "tap" : Path.of(command.getFirst()).getFileName().toString();
    }
}
