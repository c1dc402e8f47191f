package dev.tally.singer.inspect;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.StreamCounts;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.lake.Ulid;
import dev.tally.singer.read.Content;
import dev.tally.singer.read.Survey;
import dev.tally.singer.read.Surveyor;

/**
 * What a lake has, in numbers.
 *
 * @param bytes uncompressed
 * @param invalid lines that are no messages
 */
public record Summary(long logs, long runs, long messages, long bytes, long states, long others, long invalid,
        List<OfStream> streams) {

    public Summary {
        streams = List.copyOf(streams);
    }

    /**
     * What there is of one stream of one tap.
     *
     * @param schemaChanges how often another schema followed
     * @param first when the first log with messages of it was begun, and {@code last} when the last one was
     */
    public record OfStream(String tap, String stream, StreamCounts counts, long schemaChanges, Instant first,
            Instant last) {}

    /**
     * Counts. Of a log without a SCHEMA of the tap the facts tell enough; others are read.
     *
     * @param each is told of each log
     */
    public static Summary of(Lake lake, LogRange range, Consumer<Survey> each) throws IOException {
        var entries = new ArrayList<LogEntry>();
        lake.list(range, entries::add);
        var surveyor = new Surveyor(lake, Optional.empty());
        var counting = new Counting();
        for (LogEntry entry : entries) {
            Survey log = surveyor.glance(entry);
            if (log.content().streams().values().stream().anyMatch(found -> found.counts().schemas() > 0)) {
                log = surveyor.survey(entry);
            }
            if (range.taps().isEmpty() || log.tap().map(range.taps()::contains).orElse(true)) {
                counting.take(log);
                each.accept(log);
            }
        }
        return counting.summary();
    }

    private static final class Counting {
        private final Set<Ulid> runs = new HashSet<>();
        private final TreeMap<String, TreeMap<String, Counted>> streams = new TreeMap<>();
        private long logs;
        private long messages;
        private long bytes;
        private long states;
        private long others;
        private long invalid;

        private static final class Counted {
            private StreamCounts counts = StreamCounts.NONE;
            private String schema = "";
            private long changes;
            private Instant first = Instant.MAX;
            private Instant last = Instant.MIN;
        }

        private void take(Survey log) {
            logs++;
            log.origin().map(Facts.Origin::run).ifPresent(runs::add);
            Content content = log.content();
            messages += content.messages();
            bytes += content.bytes();
            states += content.states();
            others += content.others();
            invalid += content.invalid();
            Instant time = log.entry().name().ulid().time();
            var ofTap = streams.computeIfAbsent(log.tap().orElse(""), tap -> new TreeMap<>());
            content.streams()
                    .forEach(
                            (stream, found) -> take(ofTap.computeIfAbsent(stream, name -> new Counted()), found, time));
        }

        private static void take(Counted counted, Content.OfStream found, Instant time) {
            counted.counts = counted.counts.plus(found.counts());
            for (String schema : found.schemas()) {
                counted.changes += counted.schema.isEmpty() || counted.schema.equals(schema) ? 0 : 1;
                counted.schema = schema;
            }
            counted.first = counted.first.isAfter(time) ? time : counted.first;
            counted.last = counted.last.isBefore(time) ? time : counted.last;
        }

        private Summary summary() {
            var found = new ArrayList<OfStream>();
            streams.forEach((tap, ofTap) -> ofTap.forEach((stream, counted) -> found.add(new OfStream(tap, stream,
                    counted.counts, counted.changes, counted.first, counted.last))));
            return new Summary(logs, runs.size(), messages, bytes, states, others, invalid, found);
        }
    }
}
