package dev.tally.singer.lake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where log files lie: a folder, or a prefix of a bucket. Paths are relative to it, with slashes. Whoever has listed a log can open it
 * whole, but for one that grows in place. A lake may be used by several threads and by several processes at once.
 */
public interface Lake {
    /** What it was opened by. */
    String uri();

    /** Gives the log files of a range, in replay order: by ULID. Logs that grow are among them. */
    void list(LogRange range, Consumer<LogEntry> each) throws IOException;

    /**
     * The stored bytes, compressed if they are.
     *
     * @throws java.nio.file.NoSuchFileException if there is no such file
     */
    InputStream open(String path) throws IOException;

    /**
     * Makes a file visible under its path, all at once and durably, or not at all.
     *
     * @param content a local file, which is left as it is
     * @param metadata short facts, kept with the file where the lake can
     * @return false if there is a file with this path already, which stays as it is
     */
    boolean create(String path, Path content, Map<String, String> metadata) throws IOException;

    /** Writes a small file, all at once; one with this path is replaced. */
    void put(String path, byte[] content) throws IOException;

    /** Deletes a file, if there is one. */
    void delete(String path) throws IOException;

    /** The folder, if this lake is one of this machine, so that a log can grow in it. */
    default Optional<Path> folder() {
        return Optional.empty();
    }
}
