package dev.tally.cli.singer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code tally singer record} as a process of its own, with pipes as a shell would lay them. */
final class RecordProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final Collector out;
    private final Collector err;

    RecordProcess(Path folder, String... arguments) throws IOException {
        this(folder, Map.of(), arguments);
    }

    RecordProcess(Path folder, Map<String, String> environment, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g", "-cp", System.getProperty("java.class.path"),
                "dev.tally.cli.Main", "singer", "record"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("TALLY_TERMINAL", "");
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        builder.environment().putAll(environment);
        process = builder.start();
        out = new Collector(process.getInputStream());
        err = new Collector(process.getErrorStream());
    }

    OutputStream tap() {
        return process.getOutputStream();
    }

    RecordProcess says(String... lines) throws IOException {
        for (String line : lines) {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        process.getOutputStream().flush();
        return this;
    }

    /** Waits until so much was handed on. */
    RecordProcess hasHandedOn(String text) throws InterruptedException {
        out.await(text);
        return this;
    }

    /** The next that is handed on is the last that the target reads. */
    void targetGoesAfterNext(String line) throws IOException, InterruptedException {
        out.leave();
        says(line);
        out.join();
    }

    /** Sends a signal as the shell would. */
    void send(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", signal, String.valueOf(process.pid())).inheritIO().start().waitFor();
    }

    /** The tap has nothing more to say. */
    int ends() throws IOException, InterruptedException {
        process.getOutputStream().close();
        return exit();
    }

    int exit() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("It does not end: " + err.text());
        }
        out.join();
        err.join();
        return process.exitValue();
    }

    String out() {
        return out.text();
    }

    byte[] outBytes() {
        return out.bytes();
    }

    String err() {
        return err.text();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static final class Collector {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final Thread thread;
        private boolean ended;
        private boolean leaving;

        Collector(InputStream in) {
            thread = Thread.ofPlatform().daemon().start(() -> collect(in));
        }

        private void collect(InputStream in) {
            var buffer = new byte[64 * 1024];
            try {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    synchronized (this) {
                        bytes.write(buffer, 0, count);
                        notifyAll();
                        if (leaving) {
                            in.close();
                        }
                    }
                }
            } catch (IOException closed) {
                // as good as its end
            }
            synchronized (this) {
                ended = true;
                notifyAll();
            }
        }

        synchronized void await(String text) throws InterruptedException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!text().contains(text)) {
                if (ended || System.nanoTime() > deadline) {
                    throw new AssertionError("Never came: " + text + "; but: " + text());
                }
                wait(1000);
            }
        }

        synchronized void leave() {
            leaving = true;
        }

        void join() throws InterruptedException {
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        synchronized byte[] bytes() {
            return bytes.toByteArray();
        }
    }
}
