package dev.tally.singer.record;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.zip.GZIPInputStream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.tally.singer.LineReader;
import dev.tally.singer.Sniffer;
import dev.tally.singer.lake.FactsJson;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.Ulid;

/**
 * A log that its recorder left open. It is written anew, with its whole lines, beside itself, and takes its own place when it is complete; what
 * stands behind the last line goes beside it. Its facts come last: until they are there all of this can be done again. What cannot be seen
 * then any more, that the last line got its line feed here, is noted in the journal before.
 */
final class AbandonedLog {
    private static final String NEWLINE_ADDED = "finalNewlineAdded";

    private final Place place;
    private final LogName name;
    private final JournalFile journalFile;
    private final List<JsonNode> journal;
    private final Path log;
    private final Path partial;

    /** @param lines of the journal, at least the first */
    AbandonedLog(Place place, Path folder, LogName name, JournalFile journalFile, List<JsonNode> lines) {
        this.place = place;
        this.name = name;
        this.journalFile = journalFile;
        journal = List.copyOf(lines);
        log = folder.resolve(name.path());
        partial = folder.resolve(name.partial());
    }

    void close() throws IOException {
        Path whole = log.resolveSibling("." + name.fileName() + ".closing");
        Files.deleteIfExists(whole);
        Instant lastTime = Files.getLastModifiedTime(log).toInstant();
        try (var in = stored(log, name.isGzip()); var out = output(whole)) {
            var batches = new BatchCopies(place, name, false);
            var writer = new LogWriter(out, new Schemas(), batches, new SchemaRule(place));
            LastLine last = copy(in, writer, injected());
            if (last.isPartial()) {
                place.lake().put(name.partial(), last.bytes());
            }
            boolean newlineAdded = isNewlineAdded(last);
            var finished = out.finish();
            Files.setLastModifiedTime(whole, FileTime.from(lastTime));
            Files.move(whole, log, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            long messages = writer.contents().messages();
            var origin = span(messages, lastTime).origin(journal.getFirst().path("tap").asText(), Optional.empty());
            place.lake()
                    .put(name.facts(), FactsJson.write(writer.contents()
                            .facts(name.fileName(), origin, finished, newlineAdded, partialName(), batches::find)));
            place.complaints()
                    .warn("Closed the log " + name.path() + " of a recorder that came to no good end: " + messages
                            + " messages.");
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    private LogOutput output(Path file) throws IOException {
        var level = name.isGzip()
                ? OptionalInt.of(place.settings().gzipLevel().orElse(RecordSettings.DEFAULT_GZIP_LEVEL))
                : OptionalInt.empty();
        return new LogOutput(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), level,
                false);
    }

    /** Also by an earlier try, which had moved the log already. */
    private boolean isNewlineAdded(LastLine last) throws IOException {
        if (last.isMessage()) {
            journalFile.append(json -> json.writeBooleanField(NEWLINE_ADDED, true));
        }
        return last.isMessage() || journal.stream().anyMatch(line -> line.path(NEWLINE_ADDED).asBoolean());
    }

    /** Also that of an earlier try, which had cut it off already. */
    private Optional<String> partialName() {
        return Files.exists(partial) ? Optional.of(LogName.fileName(name.partial())) : Optional.empty();
    }

    private static LastLine copy(InputStream in, LogWriter writer, Set<Long> injected) throws IOException {
        var sniffer = new Sniffer();
        var reader = new LineReader(in);
        while (reader.next() && reader.isTerminated()) {
            var type = sniffer.sniff(reader.buffer(), reader.start(), reader.end());
            if (injected.contains(writer.contents().lines() + 1)) {
                writer.takeInjected(reader.buffer(), reader.start(), reader.end(), sniffer);
            } else {
                writer.take(reader.buffer(), reader.start(), reader.end(), type, sniffer);
            }
            writer.flush();
        }
        LastLine last = LastLine.of(reader.buffer(), reader.start(),
                reader.isTerminated() ? reader.start() : reader.end());
        if (last.isMessage() && !injected.contains(writer.contents().lines() + 1)) {
            writer.take(last.bytes(), 0, last.bytes().length, sniffer.sniff(last.bytes(), 0, last.bytes().length),
                    sniffer);
            writer.flush();
            return last;
        }
        return last.isMessage() ? LastLine.NONE : last;
    }

    private Span span(long messages, Instant lastTime) {
        JsonNode header = journal.getFirst();
        long first = header.path("firstMessage").asLong();
        return new Span(new Ulid(header.path("run").asText()), header.path("part").asInt(), first, first + messages - 1,
                Instant.parse(header.path("at").asText()), lastTime);
    }

    private Set<Long> injected() {
        Set<Long> injected = new HashSet<>();
        journal.stream()
                .filter(line -> line.has("injected"))
                .forEach(line -> injected.add(line.get("injected").asLong()));
        return injected;
    }

    /** The content, as far as it goes. */
    static InputStream stored(Path log, boolean gzip) throws IOException {
        InputStream file = Files.newInputStream(log);
        if (!gzip) {
            return file;
        }
        try {
            return new Interrupted(new GZIPInputStream(file));
        } catch (EOFException notEvenAHeader) {
            file.close();
            return InputStream.nullInputStream();
        }
    }

    /** A compressed stream that lacks its end: it ends where it ends. */
    private static final class Interrupted extends InputStream {
        private final InputStream in;

        Interrupted(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            throw new IOException("Lines are read in blocks");
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            try {
                return in.read(target, offset, length);
            } catch (EOFException end) {
                return -1;
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
