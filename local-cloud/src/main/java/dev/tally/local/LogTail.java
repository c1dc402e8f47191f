package dev.tally.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** Reads a log that is being written, whole lines only. */
final class LogTail {

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int BLOCK = 1 << 16;

    private final Path file;
    private long position;

    LogTail(Path file) {
        this.file = file;
    }

    /** All complete lines that were added since the last call. */
    void read(Consumer<String> lines) {
        if (Files.notExists(file)) {
            return;
        }
        try (var log = new RandomAccessFile(file.toFile(), "r")) {
            var block = new byte[BLOCK];
            var pending = new java.io.ByteArrayOutputStream();
            log.seek(position);
            for (int read = log.read(block); read > 0; read = log.read(block)) {
                for (int i = 0; i < read; i++) {
                    if (block[i] == '\n') {
                        lines.accept(pending.toString(StandardCharsets.UTF_8));
                        position += pending.size() + 1L;
                        pending.reset();
                    } else {
                        pending.write(block[i]);
                    }
                }
            }
        } catch (IOException problem) {
            throw new LocalCloudException("cannot read " + file, problem);
        }
    }

    /** Goes on until the thread is interrupted. */
    void follow(Consumer<String> lines) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                read(lines);
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
