package dev.tally.singer.replay;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * What a replay has loaded, so that another can go on where it ended (R25). It is the set of logs and not the last one, for one that comes
 * late has a name that sorts before others. Each entry is on the disk before what follows from it is told. A last line that broke off
 * is none.
 *
 * <pre>
 * ledger = { tallyReplay: 1, lake, loader: [word…] } *( { log: path } / { log: path, streams: [stream…] } )      one object a line
 * </pre>
 *
 * Several threads may use it.
 */
public final class Ledger implements Closeable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FileChannel file;
    private final Set<String> logs = new HashSet<>();
    private final Map<String, Set<String>> streams = new HashMap<>();

    private Ledger(FileChannel file) {
        this.file = file;
    }

    /** Another process works with this ledger. */
    public static final class BusyException extends IOException {
        private static final long serialVersionUID = 1L;

        BusyException(Path path) {
            super("Another replay of the same logs into the same loader is running (it has locked " + path + ").");
        }
    }

    /**
     * Opens a ledger and keeps others out until it is closed.
     *
     * @param path in a folder that is made if there is none
     * @param lake and {@code loader} are there for people who look into the file
     * @param resume whether what it has counts; otherwise it begins anew
     * @throws BusyException if another process has it open
     */
    public static Ledger open(Path path, String lake, List<String> loader, boolean resume) throws IOException {
        Files.createDirectories(path.resolveSibling(""));
        var file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(file, path);
            var ledger = new Ledger(file);
            if (resume) {
                ledger.read();
            }
            if (!resume || file.size() == 0) {
                file.truncate(0).position(0);
                ledger.append(JSON.createObjectNode()
                        .put("tallyReplay", 1)
                        .put("lake", lake)
                        .set("loader", JSON.valueToTree(loader)));
            }
            return ledger;
        } catch (IOException failed) {
            file.close();
            throw failed;
        }
    }

    synchronized boolean isLoaded(String log) {
        return logs.contains(log);
    }

    synchronized boolean isLoaded(String log, String stream) {
        return isLoaded(log) || streams.getOrDefault(log, Set.of()).contains(stream);
    }

    /** All of a log is loaded. */
    synchronized void loaded(String log) throws IOException {
        append(JSON.createObjectNode().put("log", log));
        logs.add(log);
    }

    /** Some streams of a log are loaded. */
    synchronized void loaded(String log, Collection<String> ofStreams) throws IOException {
        append(JSON.createObjectNode().put("log", log).set("streams", JSON.valueToTree(ofStreams)));
        streams.computeIfAbsent(log, path -> new HashSet<>()).addAll(ofStreams);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private static void lock(FileChannel file, Path path) throws IOException {
        try {
            FileLock lock = file.tryLock();
            if (lock == null) {
                throw new BusyException(path);
            }
        } catch (OverlappingFileLockException ofThisProcess) {
            throw new BusyException(path);
        }
    }

    private void read() throws IOException {
        var bytes = new ByteArrayOutputStream();
        var buffer = ByteBuffer.allocate(64 * 1024);
        while (file.read(buffer) >= 0) {
            bytes.write(buffer.array(), 0, buffer.position());
            buffer.clear();
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        for (String line : whole.lines().toList()) {
            take(JSON.readTree(line));
        }
        int length = whole.getBytes(StandardCharsets.UTF_8).length;
        file.truncate(length).position(length);
    }

    private void take(JsonNode entry) {
        String log = entry.path("log").asText();
        if (entry.has("streams")) {
            Set<String> ofLog = streams.computeIfAbsent(log, path -> new HashSet<>());
            entry.path("streams").forEach(stream -> ofLog.add(stream.asText()));
        } else if (entry.has("log")) {
            logs.add(log);
        }
    }

    private void append(JsonNode entry) throws IOException {
        file.write(ByteBuffer.wrap(line(entry)));
        file.force(false);
    }

    private static byte[] line(JsonNode entry) throws JsonProcessingException {
        return (JSON.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
