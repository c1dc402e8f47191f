package dev.tally.benchmark.singer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A command that reads messages from its standard input, with a pipe behind it as a target's would be.
 *
 * @param folder where it may write; emptied before each run
 */
record Rival(String name, List<String> command, Path folder) {
    private static final List<String> ONE_CORE = oneCore();

    Rival {
        command = List.copyOf(command);
    }

    /** From its start until all was read from it and it has ended; on one core, where that can be had. */
    double seconds(Path messages) {
        try {
            clear();
            long started = System.nanoTime();
            var pipeline = ProcessBuilder.startPipeline(List.of(builder().redirectInput(messages.toFile()),
                    new ProcessBuilder("cat").redirectOutput(ProcessBuilder.Redirect.DISCARD)));
            for (Process process : pipeline) {
                if (process.waitFor() != 0) {
                    throw new IllegalStateException(name + " failed: " + String.join(" ", command));
                }
            }
            return (System.nanoTime() - started) / 1e9;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** From its start until the first byte of what it was given has come out. */
    double secondsToFirst(byte[] line) {
        try {
            clear();
            long started = System.nanoTime();
            Process process = builder().start();
            process.getOutputStream().write(line);
            process.getOutputStream().flush();
            int first = process.getInputStream().read();
            double seconds = (System.nanoTime() - started) / 1e9;
            process.getOutputStream().close();
            if (first < 0 || process.waitFor() != 0) {
                throw new IllegalStateException(name + " said nothing: " + String.join(" ", command));
            }
            return seconds;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private ProcessBuilder builder() {
        List<String> all = new ArrayList<>(ONE_CORE);
        all.addAll(command);
        return new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    private void clear() throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(folder);
    }

    private static List<String> oneCore() {
        return Files.isExecutable(Path.of("/usr/bin/taskset")) ? List.of("/usr/bin/taskset", "-c", "0") : List.of();
    }

    static boolean isOnOneCore() {
        return !ONE_CORE.isEmpty();
    }
}
