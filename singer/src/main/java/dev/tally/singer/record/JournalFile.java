package dev.tally.singer.record;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * A file to which JSON lines are appended, each before what it tells of is done, and which its writer holds a lock on: so whoever finds it
 * unlocked knows that the writer is gone, and how far it came. A last line that broke off was not yet acted on.
 */
final class JournalFile implements Closeable {
    private static final JsonFactory JSON = new JsonFactory();

    private final Path path;
    private final FileChannel file;

    private JournalFile(Path path, FileChannel file) {
        this.path = path;
        this.file = file;
    }

    /** Begins one, which is locked before anybody can find it; the folder has to be there. */
    static JournalFile create(Path path) throws IOException {
        Path hidden = path.resolveSibling("." + path.getFileName());
        var file = FileChannel.open(hidden, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (file.tryLock() == null) {
            throw new IOException("Somebody else has locked " + hidden + ", which was made this moment");
        }
        Files.move(hidden, path, StandardCopyOption.ATOMIC_MOVE);
        return new JournalFile(path, file);
    }

    /** Takes over one whose writer is gone; empty if it is not gone, or if there is no such file. */
    static Optional<JournalFile> takeOver(Path path) throws IOException {
        FileChannel file;
        try {
            file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
        try {
            // A file that was deleted meanwhile by its writer is nobody's.
            if (file.tryLock() != null && Files.exists(path)) {
                return Optional.of(new JournalFile(path, file));
            }
        } catch (OverlappingFileLockException ofThisProcess) {
            // as if another process had it
        }
        file.close();
        return Optional.empty();
    }

    /**
     * The lines that are whole; what stands behind them goes, and what is appended comes in its place. They are read by the channel that
     * holds the lock: closing another would end it.
     */
    List<JsonNode> lines() throws IOException {
        var json = new ObjectMapper();
        List<JsonNode> lines = new ArrayList<>();
        var bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
        while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
            // until all is read
        }
        int start = 0;
        for (int i = 0; i < bytes.position(); i++) {
            if (bytes.get(i) == '\n') {
                lines.add(json.readTree(bytes.array(), start, i - start));
                start = i + 1;
            }
        }
        file.truncate(start).position(start);
        return lines;
    }

    /** The fields of a line. */
    interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    void append(Fields fields) throws IOException {
        var line = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(line, JsonEncoding.UTF8)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
            json.writeRaw('\n');
        }
        ByteBuffer rest = ByteBuffer.wrap(line.toByteArray());
        long end = file.position();
        try {
            while (rest.hasRemaining()) {
                file.write(rest);
            }
        } catch (IOException failed) {
            // A line that follows would not be read behind half of this one.
            file.truncate(end);
            throw failed;
        }
    }

    /** Ends the writer's hold on it, and with it the journal. */
    void delete() throws IOException {
        Files.deleteIfExists(path);
        file.close();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
