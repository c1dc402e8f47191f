package dev.tally.singer.lake;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A lake in memory, which no log can grow in. Each was written at the time of its ULID. */
public final class InMemoryLake implements Lake {
    private final LogTemplate template;
    private final Map<String, byte[]> files = new TreeMap<>();
    private final Map<String, Map<String, String>> metadata = new TreeMap<>();

    public InMemoryLake() {
        this(LogTemplate.DEFAULT);
    }

    public InMemoryLake(LogTemplate template) {
        this.template = template;
    }

    @Override
    public String uri() {
        return "memory://" + System.identityHashCode(this);
    }

    @Override
    public synchronized void list(LogRange range, Consumer<LogEntry> each) {
        var entries = new TreeSet<LogEntry>();
        files.forEach((path, content) -> LogName.parse(path)
                .map(name -> new LogEntry(name, template.tap(path), content.length, name.ulid().time()))
                .filter(range::mayHave)
                .ifPresent(entries::add));
        entries.forEach(each);
    }

    @Override
    public synchronized InputStream open(String path) throws IOException {
        byte[] content = files.get(path);
        if (content == null) {
            throw new NoSuchFileException(path);
        }
        return new ByteArrayInputStream(content);
    }

    @Override
    public synchronized boolean create(String path, Path content, Map<String, String> facts) throws IOException {
        if (files.containsKey(path)) {
            return false;
        }
        files.put(path, Files.readAllBytes(content));
        metadata.put(path, Map.copyOf(facts));
        return true;
    }

    @Override
    public synchronized void put(String path, byte[] content) {
        files.put(path, content.clone());
    }

    @Override
    public synchronized void delete(String path) {
        files.remove(path);
        metadata.remove(path);
    }

    /** The paths of all files, sidecars too. */
    public synchronized Set<String> paths() {
        return Set.copyOf(files.keySet());
    }

    /** What was given with a file when it was created. */
    public synchronized Map<String, String> metadata(String path) {
        return metadata.getOrDefault(path, Map.of());
    }
}
