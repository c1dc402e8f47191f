package dev.tally.singer.record;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.tally.singer.lake.Ulid;

/** The spool files of a run, one after another, and the lines that lie side by side in a buffer and are not in them yet. */
final class SpoolWriter {
    /** A spool that has become as large as this is followed by another, so that it can go when the lake has it. */
    private static final long LARGE = 16L << 20;

    private final Place place;
    private final Ulid run;

    private @Nullable SpoolFile spool;
    private int spools;
    private final LineRun lines = new LineRun();

    SpoolWriter(Place place, Ulid run) {
        this.place = place;
        this.run = run;
    }

    /** Where the next line will be in the spool. */
    long offset() {
        return (spool == null ? 0 : spool.size()) + lines.length();
    }

    /** @return whether there is a spool already */
    boolean isBegun() {
        return spool != null;
    }

    void begin(int part, long firstMessage, Instant at, List<byte[]> schemas) throws IOException {
        spools++;
        spool = SpoolFile.create(place, run, spools, part, firstMessage, at, schemas);
    }

    void take(byte[] line, int start, int end) throws IOException {
        if (!lines.add(line, start, end)) {
            writeOut();
            lines.add(line, start, end);
        }
    }

    void writeOut() throws IOException {
        if (spool != null) {
            lines.writeTo(spool::append);
        }
    }

    SpoolFile current() {
        if (spool == null) {
            throw new IllegalStateException("No line has come yet");
        }
        return spool;
    }

    /** Whether it is time for another spool. */
    boolean isLarge() {
        return spool != null && spool.size() >= LARGE;
    }

    /** The spool that was written, if there was one; the next line begins another. */
    Optional<SpoolFile> ended() {
        Optional<SpoolFile> ended = Optional.ofNullable(spool);
        spool = null;
        return ended;
    }
}
