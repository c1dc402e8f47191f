package dev.tally.singer.read;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.FactsException;
import dev.tally.singer.lake.FactsReader;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.Ulid;

/** A log with what lies beside it. */
final class StoredLog {
    private static final int BUFFER = 128 * 1024;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Lake lake;
    private final LogEntry entry;

    StoredLog(Lake lake, LogEntry entry) {
        this.lake = lake;
        this.entry = entry;
    }

    /** The bytes, uncompressed if they are compressed. */
    InputStream open() throws IOException {
        return Gunzip.open(lake.open(entry.name().path()));
    }

    /**
     * The facts beside it; empty if there are none, since it still grows, was left by a recorder that died, or is of somebody else.
     *
     * @throws FactsException if they cannot be read
     */
    Optional<Facts> facts() throws IOException {
        try (InputStream in = lake.open(entry.name().facts())) {
            return Optional.of(FactsReader.read(in.readAllBytes()));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /**
     * What the recorder noted while the log grows.
     *
     * @param injected lines that it added
     */
    record Journal(Ulid run, String tap, int part, long firstMessage, LineNumbers injected) {}

    /** To be asked after the content was looked at: a line is noted before it is written. */
    Optional<Journal> journal() throws IOException {
        try (InputStream in = lake.open(entry.name().journal())) {
            return journal(wholeLines(in.readAllBytes()));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /** How far the content goes in whole lines. One that is being written to, or was when its recorder died, may end anywhere. */
    long wholeBytes() throws IOException {
        var buffer = new byte[BUFFER];
        long read = 0;
        long whole = 0;
        try (InputStream in = open()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                for (int i = count - 1; i >= 0; i--) {
                    if (buffer[i] == '\n') {
                        whole = read + i + 1;
                        break;
                    }
                }
                read += count;
            }
        } catch (EOFException | ZipException endsHere) {
            return whole;
        }
        return whole;
    }

    private static Optional<Journal> journal(List<JsonNode> lines) {
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        JsonNode first = lines.getFirst();
        List<Long> injected = lines.stream()
                .filter(line -> line.has("injected"))
                .map(line -> line.path("injected").asLong())
                .toList();
        return Ulid.parse(first.path("run").asText())
                .map(run -> new Journal(run, first.path("tap").asText(), first.path("part").asInt(),
                        first.path("firstMessage").asLong(), LineNumbers.of(injected)));
    }

    private static List<JsonNode> wholeLines(byte[] bytes) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                lines.add(JSON.readTree(bytes, start, i - start));
                start = i + 1;
            }
        }
        return lines;
    }
}
