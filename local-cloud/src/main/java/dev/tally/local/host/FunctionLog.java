package dev.tally.local.host;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * What the functions print, one JSON object a line, each with the member {@code functionName} put first. A printed line that is a JSON object keeps its members; any
 * other becomes the member {@code message}. Thread-safe.
 */
final class FunctionLog implements Closeable {

    private final Writer file;

    FunctionLog(Path path) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        file = Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    void write(String function, String line) {
        if (line.isBlank()) {
            return;
        }
        var name = "{\"functionName\":" + JsonText.quoted(function);
        var text = isObject(line)
                ? name + "," + line.strip().substring(1)
                : name + ",\"timestamp\":\"" + Instant.now() + "\",\"message\":" + JsonText.quoted(line) + "}";
        synchronized (file) {
            try {
                file.write(text + "\n");
                file.flush();
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (file) {
            file.close();
        }
    }

    private static boolean isObject(String line) {
        var text = line.strip();
        return text.startsWith("{") && text.endsWith("}") && text.length() > 2;
    }
}
