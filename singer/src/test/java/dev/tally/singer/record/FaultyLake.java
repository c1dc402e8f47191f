package dev.tally.singer.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.tally.singer.lake.InMemoryLake;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;

/** A lake in memory that fails as it is told, and notes what it was asked for. */
final class FaultyLake implements Lake {
    /** What happens to the creation of a log. */
    enum Fault {
        /** It is refused. */
        BEFORE,
        /** It is done, and the answer is lost. */
        BEHIND,
        /** Somebody else has just made a file of that name. */
        TAKEN
    }

    private final InMemoryLake lake = new InMemoryLake();
    private final List<String> asked = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();

    /** The next creations of logs meet these, one after another. */
    FaultyLake then(Fault... next) {
        faults.addAll(List.of(next));
        return this;
    }

    void isDown() {
        faults.addAll(Collections.nCopies(1000, Fault.BEFORE));
    }

    void recovers() {
        faults.clear();
    }

    List<String> asked() {
        return asked;
    }

    /** Something that is done elsewhere, to be seen among what the lake was asked for. */
    void note(String event) {
        asked.add(event);
    }

    @Override
    public String uri() {
        return "faulty://lake";
    }

    @Override
    public void list(LogRange range, Consumer<LogEntry> each) {
        lake.list(range, each);
    }

    @Override
    public InputStream open(String path) throws IOException {
        return lake.open(path);
    }

    @Override
    public boolean create(String path, Path content, Map<String, String> metadata) throws IOException {
        asked.add("create " + kind(path));
        if (LogName.parse(path).isPresent() && !faults.isEmpty()) {
            switch (faults.removeFirst()) {
                case BEFORE -> throw new IOException("503 Slow Down");
                case BEHIND -> {
                    lake.create(path, content, metadata);
                    throw new IOException("connection reset");
                }
                case TAKEN -> lake.put(path, new byte[]{'x', '\n'});
            }
        }
        return lake.create(path, content, metadata);
    }

    @Override
    public void put(String path, byte[] content) {
        asked.add("put " + kind(path));
        lake.put(path, content);
    }

    @Override
    public void delete(String path) {
        asked.add("delete " + kind(path));
        lake.delete(path);
    }

    InMemoryLake inner() {
        return lake;
    }

    private static String kind(String path) {
        return path.endsWith(".facts.json") ? "facts" : LogName.parse(path).isPresent() ? "log" : path;
    }
}
