package dev.tally.singer.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.tally.singer.LineReader;
import dev.tally.singer.lake.Ulid;

/** Spools whose recorder is gone (R11): what was cut is uploaded under the name it was given, the rest is cut now. */
final class AbandonedSpools {
    private final Place place;
    private final Uploads uploads;

    AbandonedSpools(Place place, Uploads uploads) {
        this.place = place;
        this.uploads = uploads;
    }

    /** Hands them to the uploads, in the order in which they were begun. */
    void resume() throws IOException {
        if (!Files.isDirectory(place.spool())) {
            return;
        }
        try (Stream<Path> files = Files.list(place.spool())) {
            for (Path journal : files.filter(SpoolFile::isJournal).sorted().toList()) {
                var taken = JournalFile.takeOver(journal);
                if (taken.isPresent()) {
                    resume(SpoolFile.ofJournal(journal), taken.get());
                }
            }
        }
    }

    private void resume(Path path, JournalFile journal) throws IOException {
        List<JsonNode> lines = journal.lines();
        if (lines.isEmpty() || !Files.exists(path)) {
            journal.delete();
            return;
        }
        JsonNode header = lines.getFirst();
        var run = new Ulid(header.path("run").asText());
        List<byte[]> schemas = new ArrayList<>();
        // By where they begin: one that was named anew stands twice.
        var cuts = new TreeMap<Long, Segment>();
        long done = 0;
        for (JsonNode line : lines) {
            if (line.has("schema")) {
                schemas.add(line.get("schema").binaryValue());
            } else if (line.has("cut")) {
                Segment cut = Segment.read(line.get("cut"), run);
                cuts.put(cut.from(), cut);
            } else if (line.has("done")) {
                done = line.get("done").asLong();
            }
        }
        var spool = SpoolFile.found(path, journal, header.path("tap").asText(), schemas);
        for (Segment cut : cuts.values()) {
            if (cut.partialTo() > done) {
                uploads.resume(spool, cut);
            }
        }
        resumeRest(spool, run, header, Optional.ofNullable(cuts.lastEntry()).map(Map.Entry::getValue));
        uploads.release(spool);
    }

    /** What was never cut. */
    private void resumeRest(SpoolFile spool, Ulid run, JsonNode header, Optional<Segment> lastCut) throws IOException {
        long from = lastCut.map(Segment::partialTo).orElse(0L);
        Instant lastTime = Files.getLastModifiedTime(spool.path()).toInstant();
        var rest = new Rest(spool, from);
        if (spool.size() > from) {
            long first = lastCut.map(cut -> cut.span().last() + 1).orElse(header.path("firstMessage").asLong());
            var span = new Span(run, lastCut.map(cut -> cut.span().part() + 1).orElse(header.path("part").asInt()),
                    first,
                    first + rest.messages - 1,
                    lastCut.map(cut -> cut.span().lastTime()).orElse(Instant.parse(header.path("at").asText())),
                    lastTime);
            var segment = new Segment(place.newName(), span, from, rest.to, spool.size(), rest.last.isMessage(),
                    place.settings().gzipLevel(), Optional.empty());
            spool.writeDown(segment);
            uploads.resume(spool, segment);
            place.complaints()
                    .warn("Found " + rest.messages
                            + " messages in the spool of a recorder that died; they are uploaded as "
                            + segment.name().path() + ".");
        }
    }

    /** The lines of a spool behind a place; a last one that only lacks its line feed is given one. */
    private static final class Rest {
        private long messages;
        /** Behind the last whole line. */
        private long to;
        private LastLine last = LastLine.NONE;

        Rest(SpoolFile spool, long from) throws IOException {
            to = from;
            try (var in = new FileRange(spool.path(), from, spool.size())) {
                var reader = new LineReader(in);
                while (reader.next()) {
                    if (reader.isTerminated()) {
                        messages++;
                        to += reader.end() - reader.start();
                    } else {
                        last = LastLine.of(reader.buffer(), reader.start(), reader.end());
                    }
                }
            }
            if (last.isMessage()) {
                spool.append(last.bytes(), last.bytes().length - 1, last.bytes().length);
                messages++;
                to = spool.size();
            }
        }
    }
}
