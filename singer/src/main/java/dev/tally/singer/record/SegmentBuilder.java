package dev.tally.singer.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.tally.singer.LineReader;
import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;
import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.LogName;

/**
 * Makes log files of segments, which come in the order of their run. A segment can be built again, with the same result, until the builder
 * has {@link #passed} it.
 */
final class SegmentBuilder {
    private final Place place;
    private final Sniffer sniffer = new Sniffer();

    // The schemas in force at a place of a spool.
    private @Nullable SpoolFile spool;
    private Schemas schemas = new Schemas();
    private long position;

    SegmentBuilder(Place place) {
        this.place = place;
    }

    /**
     * A log file that is complete, and not in the lake yet.
     *
     * @param partial what the tap left of a last line
     * @param after the schemas in force behind it
     */
    record Built(Path file, Facts facts, Optional<byte[]> partial, Schemas after) {}

    Built build(SpoolFile from, Segment segment) throws IOException {
        goTo(from, segment.from());
        Path file = file(segment);
        var batches = BatchCopies.of(place, segment.name());
        Schemas after = schemas.copy();
        try (var out = new LogOutput(
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE),
                segment.gzipLevel(), false);
                var in = new FileRange(from.path(), segment.from(), segment.to())) {
            var writer = new LogWriter(out, after, batches, new SchemaRule(place));
            copy(in, writer);
            var partial = partial(from.path(), segment);
            String partialName = LogName.fileName(segment.name().partial());
            var facts = writer.contents()
                    .facts(segment.name().fileName(), segment.span().origin(from.tap(), segment.end()), out.finish(),
                            segment.finalNewlineAdded(), partial.map(_ -> partialName), batches::find);
            return new Built(file, facts, partial, after);
        }
    }

    /** Where a segment is built. */
    Path file(Segment segment) {
        return place.spool().resolve(segment.span().run() + ".building");
    }

    /** The segment is in the lake. */
    void passed(Segment segment, Built built) {
        schemas = built.after();
        position = segment.partialTo();
    }

    private void copy(InputStream in, LogWriter writer) throws IOException {
        var reader = new LineReader(in);
        do {
            while (reader.nextRead()) {
                var type = sniffer.sniff(reader.buffer(), reader.start(), reader.end());
                writer.take(reader.buffer(), reader.start(), reader.end(), type, sniffer);
            }
            writer.flush();
        } while (reader.readMore());
    }

    /** Takes note of the schemas before a place. */
    private void goTo(SpoolFile wanted, long offset) throws IOException {
        if (spool != wanted) {
            spool = wanted;
            schemas = new Schemas();
            position = 0;
            for (byte[] line : wanted.startSchemas()) {
                remember(line, 0, line.length);
            }
        }
        try (var in = new FileRange(wanted.path(), position, offset)) {
            var reader = new LineReader(in);
            while (reader.next()) {
                remember(reader.buffer(), reader.start(), reader.end());
            }
        }
        position = offset;
    }

    private void remember(byte[] buffer, int from, int to) {
        if (sniffer.sniff(buffer, from, to) == MessageType.SCHEMA) {
            schemas.remember(schemas.stream(sniffer), buffer, from, to);
        }
    }

    private static Optional<byte[]> partial(Path spool, Segment segment) throws IOException {
        if (segment.partialTo() == segment.to()) {
            return Optional.empty();
        }
        try (var in = new FileRange(spool, segment.to(), segment.partialTo())) {
            return Optional.of(in.readAllBytes());
        }
    }
}
