package dev.tally.singer.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;

import dev.tally.singer.lake.Ulid;

/**
 * What a batched recording has taken and the lake has not got yet: the tap's bytes as they came, and a journal of what is to become of
 * them. A run has one after another.
 *
 * <pre>
 * journal = { singerSpool: 1, run, tap, part, firstMessage, at } *{ schema: base64 } *( { cut: {…} } / { done: offset } )     one object a line
 * </pre>
 *
 * The schemas are those in force at its beginning. A cut is written before its log is built, done when the lake has it; {@link Segment}
 * is what a cut says.
 */
final class SpoolFile {
    private static final String JOURNAL = ".spool.journal";

    private final Path path;
    private final JournalFile journal;
    private final FileChannel file;
    private final String tap;
    private final List<byte[]> startSchemas;
    private long size;

    private SpoolFile(Path path, JournalFile journal, FileChannel file, String tap, List<byte[]> startSchemas)
            throws IOException {
        this.path = path;
        this.tap = tap;
        this.journal = journal;
        this.file = file;
        this.startSchemas = List.copyOf(startSchemas);
        size = file.size();
    }

    /** Begins one; {@code number} tells those of a run apart. */
    static SpoolFile create(Place place, Ulid run, int number, int part, long firstMessage, Instant at,
            List<byte[]> schemas)
            throws IOException {
        Files.createDirectories(place.spool());
        String stem = run + "-" + String.format("%06d", number);
        var journal = JournalFile.create(place.spool().resolve(stem + JOURNAL));
        journal.append(json -> {
            json.writeNumberField("singerSpool", 1);
            json.writeStringField("run", run.text());
            json.writeStringField("tap", place.settings().tap());
            json.writeNumberField("part", part);
            json.writeNumberField("firstMessage", firstMessage);
            json.writeStringField("at", at.toString());
        });
        for (byte[] schema : schemas) {
            journal.append(json -> json.writeBinaryField("schema", schema));
        }
        Path path = place.spool().resolve(stem + ".spool");
        return new SpoolFile(path, journal,
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), place.settings().tap(),
                schemas);
    }

    /** One that was found. */
    static SpoolFile found(Path path, JournalFile journal, String tap, List<byte[]> schemas) throws IOException {
        var file = FileChannel.open(path, StandardOpenOption.WRITE);
        file.position(file.size());
        return new SpoolFile(path, journal, file, tap, schemas);
    }

    static boolean isJournal(Path file) {
        return file.toString().endsWith(JOURNAL);
    }

    static Path ofJournal(Path journal) {
        String name = journal.getFileName().toString();
        return journal.resolveSibling(name.substring(0, name.length() - JOURNAL.length()) + ".spool");
    }

    Path path() {
        return path;
    }

    String tap() {
        return tap;
    }

    List<byte[]> startSchemas() {
        return startSchemas;
    }

    /** Bytes that were appended whole. */
    long size() {
        return size;
    }

    /** @throws IOException if not all of it could be written; then nothing of it is here */
    void append(byte[] bytes, int from, int to) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes, from, to - from);
        try {
            while (rest.hasRemaining()) {
                file.write(rest);
            }
            size += to - from;
        } catch (IOException failed) {
            file.truncate(size);
            throw failed;
        }
    }

    void writeDown(Segment cut) throws IOException {
        journal.append(cut::write);
    }

    void writeDone(long offset) throws IOException {
        journal.append(json -> json.writeNumberField("done", offset));
    }

    /** Nothing of it is needed any more. */
    void delete() throws IOException {
        file.close();
        Files.deleteIfExists(path);
        journal.delete();
    }

    /** It stays for the next recorder. */
    void close() throws IOException {
        file.close();
        journal.close();
    }
}
