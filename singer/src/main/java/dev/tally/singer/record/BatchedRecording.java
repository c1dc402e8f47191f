package dev.tally.singer.record;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;
import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.Ulid;

/**
 * Keeps lines in a spool, and cuts it into log files: at a STATE (R8), when a deferred one is due (R9), where a file would become too large,
 * and at the end (R10); near a deadline each second, wherever the tap is (R11).
 */
final class BatchedRecording implements Recording {
    private static final Duration HURRY_PAUSE = Duration.ofSeconds(1);

    private final Place place;
    private final Uploads uploads;
    private final Background background;
    private final FlushPolicy policy;
    private final Ulid run;
    private final SpoolWriter spool;
    private final Schemas schemas = new Schemas();
    private final long started;
    private OptionalLong lastUpload = OptionalLong.empty();

    private long messages;
    private Instant blockTime;
    private boolean inBlock;
    private int parts;
    /** Up to where the spool has been cut, up to where it is written, and the last STATE that waits for the interval to end. */
    private Mark cut;
    private Mark written;
    private @Nullable Mark deferred;
    private boolean othersBehindCut;
    private boolean othersBehindDeferred;
    private boolean ended;

    /** A place in the spool behind a message of the run, and when that came. */
    private record Mark(long offset, long message, Instant time) {}

    /** Begins one that hurries when it is time to. */
    static BatchedRecording begin(Place place, Uploads uploads, Background background) {
        var recording = new BatchedRecording(place, uploads, background);
        place.settings().hurryFrom().ifPresent(time -> {
            Duration left = Duration.between(place.clock().instant(), time);
            background.schedule(recording::hurry, left.isNegative() ? Duration.ZERO : left);
        });
        return recording;
    }

    private BatchedRecording(Place place, Uploads uploads, Background background) {
        this.place = place;
        this.uploads = uploads;
        this.background = background;
        policy = new FlushPolicy(place.settings().minInterval(), place.settings().firstFlush());
        run = place.ulids().next();
        spool = new SpoolWriter(place, run);
        started = background.nanoTime();
        blockTime = place.clock().instant();
        cut = new Mark(0, 0, blockTime);
        written = cut;
    }

    @Override
    public void take(byte[] buffer, int from, int to, MessageType type, Sniffer sniffer) throws IOException {
        append(buffer, from, to, type, sniffer);
        if (type == MessageType.STATE) {
            takeState();
        } else {
            othersBehindCut = true;
            othersBehindDeferred = true;
        }
    }

    private void append(byte[] buffer, int from, int to, MessageType type, Sniffer sniffer) throws IOException {
        if (!inBlock) {
            inBlock = true;
            blockTime = place.clock().instant();
        }
        long uncut = spool.offset() - cut.offset;
        if (uncut > 0 && uncut + (to - from) > place.settings().maxFileBytes()) {
            cutHere();
        }
        if (messages == cut.message) {
            cut = new Mark(cut.offset, cut.message, blockTime);
        }
        if (!spool.isBegun()) {
            spool.begin(parts + 1, messages + 1, blockTime, schemas.all());
        }
        spool.take(buffer, from, to);
        messages++;
        if (type == MessageType.SCHEMA) {
            schemas.remember(schemas.stream(sniffer), buffer, from, to);
        }
    }

    private void takeState() throws IOException {
        switch (policy.onState(othersBehindCut, background.nanoTime(), started, lastUpload)) {
            case FlushPolicy.Decision.Upload _ -> cutHere();
            case FlushPolicy.Decision.Defer(Duration pause) -> {
                if (deferred == null) {
                    background.schedule(this::deferredIsDue, pause);
                }
                deferred = here();
                othersBehindDeferred = false;
            }
            case FlushPolicy.Decision.Ignore _ -> {
                // goes with the next file
            }
        }
    }

    @Override
    public void endBlock() throws IOException {
        inBlock = false;
        writeOut();
    }

    /** Runs in the background, between blocks. */
    private synchronized void deferredIsDue() {
        Mark due = deferred;
        // One that another upload took along has left its alarm behind.
        boolean early = lastUpload.isPresent()
                && background.nanoTime() - lastUpload.getAsLong() < policy.minInterval().toNanos();
        if (due == null || early) {
            return;
        }
        try {
            cut(due, due.offset, false, Optional.empty());
            othersBehindCut = othersBehindDeferred;
        } catch (IOException failed) {
            place.complaints().fail("The spool " + place.spool() + " cannot be written: " + Reasons.of(failed));
        }
    }

    /** Runs in the background, between blocks: what was read reaches the lake without waiting for a STATE. */
    private synchronized void hurry() {
        if (ended) {
            return;
        }
        if (written.offset > cut.offset) {
            try {
                cutWritten();
            } catch (IOException failed) {
                // Tried again, here and at the end; only then something is missing.
                place.complaints()
                        .warnOnce("The spool " + place.spool() + " cannot be written: " + Reasons.of(failed));
            }
        }
        background.schedule(this::hurry, HURRY_PAUSE);
    }

    @Override
    public synchronized void finish(LastLine last, End end) throws IOException {
        ended = true;
        if (last.isMessage()) {
            var sniffer = new Sniffer();
            append(last.bytes(), 0, last.bytes().length, sniffer.sniff(last.bytes(), 0, last.bytes().length), sniffer);
            endBlock();
        }
        Mark whole = written;
        if (last.isPartial()) {
            if (!spool.isBegun()) {
                spool.begin(parts + 1, messages + 1, blockTime, schemas.all());
            }
            spool.take(last.bytes(), 0, last.bytes().length);
            spool.writeOut();
        }
        long partialTo = last.isPartial() ? whole.offset + last.bytes().length : whole.offset;
        if (partialTo > cut.offset) {
            cut(whole, partialTo, last.isMessage(), Optional.of(end));
        } else {
            uploads.end(end);
        }
        spool.ended().ifPresent(uploads::release);
    }

    @Override
    public void rescue(End end) throws IOException {
        finish(LastLine.NONE, end);
    }

    @Override
    public synchronized Recorder.Kept kept() {
        long uploaded = uploads.uploaded();
        return new Recorder.Kept(uploaded, written.message - uploaded);
    }

    private void writeOut() throws IOException {
        spool.writeOut();
        written = here();
    }

    private void cutHere() throws IOException {
        writeOut();
        cutWritten();
    }

    private void cutWritten() throws IOException {
        cut(written, written.offset, false, Optional.empty());
        othersBehindCut = false;
        if (spool.isLarge()) {
            spool.ended().ifPresent(uploads::release);
            cut = new Mark(0, written.message, blockTime);
            written = cut;
        }
    }

    private void cut(Mark mark, long partialTo, boolean finalNewlineAdded, Optional<End> end) throws IOException {
        var span = new Span(run, parts + 1, cut.message + 1, mark.message, cut.time, mark.time);
        uploads.submit(spool.current(),
                new Segment(place.newName(), span, cut.offset, mark.offset, partialTo, finalNewlineAdded,
                        place.settings().gzipLevel(), end));
        parts++;
        cut = mark;
        deferred = null;
        lastUpload = OptionalLong.of(background.nanoTime());
    }

    private Mark here() {
        return new Mark(spool.offset(), messages, blockTime);
    }
}
