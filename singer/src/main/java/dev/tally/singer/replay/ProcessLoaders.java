package dev.tally.singer.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Loaders that are processes. What they write to their standard error goes to that of this process. */
public final class ProcessLoaders implements Loaders {
    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

    private final List<String> command;
    private final Path folder;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();

    /** @param folder where they run */
    public ProcessLoaders(List<String> command, Path folder) {
        this.command = List.copyOf(command);
        this.folder = folder;
    }

    @Override
    public Loader start() {
        try {
            Process process = new ProcessBuilder(command).directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            running.add(process);
            return new Running(process);
        } catch (IOException missing) {
            throw new UnstartableLoaderException(command.getFirst(), missing);
        }
    }

    /** Asks all that run to end, for this process ends too. */
    public void endAll() {
        running.forEach(Process::destroy);
    }

    private final class Running implements Loader {
        private final Process process;
        private final CompletableFuture<String> lastLine;

        Running(Process process) {
            this.process = process;
            lastLine = CompletableFuture.supplyAsync(() -> lastLine(process), THREADS);
        }

        @Override
        public OutputStream input() {
            return process.getOutputStream();
        }

        @Override
        public Ending await() throws InterruptedException {
            int exitCode = process.waitFor();
            running.remove(process);
            return new Ending(exitCode, lastLine.join());
        }

        @Override
        public void kill() {
            process.destroyForcibly();
        }
    }

    /** Reads all, so that it never waits for somebody to read. */
    private static String lastLine(Process process) {
        String last = "";
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                last = line.isBlank() ? last : line;
            }
            return last;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
