package dev.tally.singer.record;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.tally.singer.LineReader;
import dev.tally.singer.Sniffer;
import dev.tally.singer.lake.FactsJson;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.Ulid;

/**
 * Logs that grow, and those whose recorder is gone: these are closed here, with what they have. The notes that lead to them lie in the
 * spool, one a log, so that no lake has to be searched. A note comes after its journal and before its log, and goes after its journal.
 */
final class OpenLogs {
    private static final String NOTE = ".open";

    private final Place place;
    private final Path folder;

    OpenLogs(Place place, Path folder) {
        this.place = place;
        this.folder = folder;
    }

    /** Writes the note of a log that is about to grow. */
    static Path note(Path spool, LogName name) throws IOException {
        Files.createDirectories(spool);
        return Files.writeString(spool.resolve(name.ulid() + NOTE), name.path());
    }

    /** Closes the logs that nobody writes to any more. */
    void closeAbandoned() throws IOException {
        if (!Files.isDirectory(place.spool())) {
            return;
        }
        try (Stream<Path> files = Files.list(place.spool())) {
            for (Path note : files.filter(file -> file.toString().endsWith(NOTE)).sorted().toList()) {
                var name = LogName.parse(Files.readString(note));
                if (name.isPresent()) {
                    closeIfAbandoned(note, name.get());
                }
            }
        }
    }

    private void closeIfAbandoned(Path note, LogName name) throws IOException {
        Path journal = folder.resolve(name.journal());
        if (!Files.exists(journal)) {
            Files.deleteIfExists(note);
            return;
        }
        var taken = JournalFile.takeOver(journal);
        if (taken.isPresent()) {
            try (JournalFile mine = taken.get()) {
                List<JsonNode> lines = mine.lines();
                boolean begun = !lines.isEmpty() && Files.exists(folder.resolve(name.path()));
                if (begun && !Files.exists(folder.resolve(name.facts()))) {
                    close(name, lines);
                }
                mine.delete();
                Files.deleteIfExists(note);
            }
        }
    }

    private void close(LogName name, List<JsonNode> journal) throws IOException {
        Path log = folder.resolve(name.path());
        Path whole = log.resolveSibling("." + name.fileName() + ".closing");
        Files.deleteIfExists(whole);
        Instant lastTime = Files.getLastModifiedTime(log).toInstant();
        var level = name.isGzip()
                ? OptionalInt.of(place.settings().gzipLevel().orElse(RecordSettings.DEFAULT_GZIP_LEVEL))
                : OptionalInt.empty();
        var batches = new BatchCopies(place, name, false);
        try (var in = stored(log, name.isGzip());
                var out = new LogOutput(
                        FileChannel.open(whole, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), level,
                        false)) {
            var writer = new LogWriter(out, new Schemas(), batches, new SchemaRule(place));
            LastLine last = copy(in, writer, injected(journal));
            if (last.isPartial()) {
                place.lake().put(name.partial(), last.bytes());
            }
            var finished = out.finish();
            Files.move(whole, log, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            var partial = Optional.of(folder.resolve(name.partial()))
                    .filter(Files::exists)
                    .map(file -> file.getFileName().toString());
            var origin = span(journal.getFirst(), writer.contents().messages(), lastTime)
                    .origin(journal.getFirst().path("tap").asText(), Optional.empty());
            place.lake()
                    .put(name.facts(), FactsJson.write(writer.contents()
                            .facts(name.fileName(), origin, finished, last.isMessage(), partial, batches::find)));
            place.complaints()
                    .warn("Closed the log " + name.path() + " of a recorder that came to no good end: "
                            + writer.contents().messages() + " messages.");
        } finally {
            Files.deleteIfExists(whole);
        }
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

    private static Span span(JsonNode header, long messages, Instant lastTime) {
        long first = header.path("firstMessage").asLong();
        return new Span(new Ulid(header.path("run").asText()), header.path("part").asInt(), first, first + messages - 1,
                Instant.parse(header.path("at").asText()), lastTime);
    }

    private static Set<Long> injected(List<JsonNode> journal) {
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
