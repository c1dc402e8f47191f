package dev.tally.singer.lake;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A lake to read from, whose logs are fetched once and kept in temporary files: what was looked through is what is given away then. The
 * oldest go when they are too many bytes together; a log that is too large by itself is fetched each time, and so is each when no file
 * can be written. Not for lakes in which logs grow.
 */
public final class SpooledLake implements Lake, AutoCloseable {
    private static final int BUFFER = 128 * 1024;

    private final Lake lake;
    private final Path folder;
    private final long most;
    private final Map<String, Path> kept = new LinkedHashMap<>();
    /** All that lie in the folder. Whoever is interrupted closes nothing, so they are deleted at the end of the process too. */
    private final Set<Path> files = ConcurrentHashMap.newKeySet();
    private final Thread atExit = Thread.ofPlatform().unstarted(this::deleteAll);
    private long bytes;

    /**
     * @param folder for the temporary files
     * @param most bytes in all files together
     */
    public SpooledLake(Lake lake, Path folder, long most) {
        this.lake = lake;
        this.folder = folder;
        this.most = most;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    @Override
    public String uri() {
        return lake.uri();
    }

    @Override
    public Optional<Path> folder() {
        return lake.folder();
    }

    @Override
    public void list(LogRange range, Consumer<LogEntry> each) throws IOException {
        lake.list(range, each);
    }

    /** One log is fetched after the other: who wants the same one then finds it here. */
    @Override
    public synchronized InputStream open(String path) throws IOException {
        if (LogName.parse(path).isEmpty()) {
            return lake.open(path);
        }
        Path file = kept.get(path);
        if (file != null) {
            return Files.newInputStream(file);
        }
        InputStream stored = lake.open(path);
        try {
            return fetch(path, stored);
        } catch (IOException notKept) {
            stored.close();
            return lake.open(path);
        }
    }

    private InputStream fetch(String path, InputStream stored) throws IOException {
        Path file = Files.createTempFile(folder, "tally-log-", ".spool");
        files.add(file);
        boolean isKept = false;
        try {
            long size = 0;
            try (OutputStream out = Files.newOutputStream(file)) {
                var buffer = new byte[BUFFER];
                for (int count = stored.read(buffer); count >= 0; count = stored.read(buffer)) {
                    out.write(buffer, 0, count);
                    size += count;
                    if (size > most) {
                        // Its name goes at once, its bytes when it is closed.
                        return new SequenceInputStream(Files.newInputStream(file), stored);
                    }
                }
            }
            stored.close();
            makeRoom(size);
            kept.put(path, file);
            bytes += size;
            isKept = true;
            return Files.newInputStream(file);
        } finally {
            if (!isKept) {
                delete(file);
            }
        }
    }

    private void makeRoom(long size) throws IOException {
        Iterator<Path> oldest = kept.values().iterator();
        while (bytes + size > most && oldest.hasNext()) {
            Path file = oldest.next();
            bytes -= Files.size(file);
            delete(file);
            oldest.remove();
        }
    }

    @Override
    public boolean create(String path, Path content, Map<String, String> metadata) throws IOException {
        return lake.create(path, content, metadata);
    }

    @Override
    public void put(String path, byte[] content) throws IOException {
        lake.put(path, content);
    }

    @Override
    public void delete(String path) throws IOException {
        lake.delete(path);
    }

    /** Deletes the temporary files. */
    @Override
    public synchronized void close() throws IOException {
        for (Path file : kept.values()) {
            delete(file);
        }
        kept.clear();
        bytes = 0;
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            // Then it runs.
        }
    }

    private void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        files.remove(file);
    }

    /** Does not wait for a fetch that an interrupt has broken off. */
    private void deleteAll() {
        for (Path file : files) {
            try {
                delete(file);
            } catch (IOException left) {
                // Nobody listens any more.
            }
        }
    }
}
