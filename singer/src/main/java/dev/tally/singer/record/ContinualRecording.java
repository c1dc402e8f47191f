package dev.tally.singer.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;
import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.Ulid;

/** Writes each line to a log that grows in place (R7). A run has one log, or several where one would become too large. */
final class ContinualRecording implements Recording {
    private final Place place;
    private final Path folder;
    private final Echo echo;
    private final Ulid run;
    private final Schemas schemas = new Schemas();

    private @Nullable GrowingLog log;
    private int part;
    private long messages;
    /** Of them those that readers see. */
    private long flushed;

    ContinualRecording(Place place, Path folder, Echo echo) {
        this.place = place;
        this.folder = folder;
        this.echo = echo;
        run = place.ulids().next();
    }

    @Override
    public void take(byte[] buffer, int from, int to, MessageType type, Sniffer sniffer) throws IOException {
        GrowingLog current = log;
        if (current != null && current.writer().bytes() + (to - from) > place.settings().maxFileBytes()) {
            current.close(LastLine.NONE, Optional.empty());
            current = null;
        }
        if (current == null) {
            current = begin();
        }
        current.writer().take(buffer, from, to, type, sniffer);
        messages++;
    }

    @Override
    public void endBlock() throws IOException {
        if (log != null) {
            log.flush(echo.holdsStates());
            flushed = messages;
            echo.release(messages);
        }
    }

    @Override
    public void finish(LastLine last, End end) throws IOException {
        if (last.isMessage()) {
            var sniffer = new Sniffer();
            take(last.bytes(), 0, last.bytes().length, sniffer.sniff(last.bytes(), 0, last.bytes().length), sniffer);
        }
        GrowingLog current = log == null && last.isPartial() ? begin() : log;
        if (current != null) {
            current.close(last, Optional.of(end));
            log = null;
            flushed = messages;
            echo.release(messages);
        }
    }

    @Override
    public void rescue(End end) throws IOException {
        if (log != null) {
            log.abandon();
            try {
                new OpenLogs(place, folder).closeAbandoned();
            } catch (IOException failed) {
                place.complaints()
                        .warn("The log " + log.name().path() + " cannot be closed now (" + Reasons.of(failed)
                                + "); it can be read, and the next recording of this tap closes it.");
            }
        }
    }

    @Override
    public Recorder.Kept kept() {
        return new Recorder.Kept(flushed, 0);
    }

    private GrowingLog begin() throws IOException {
        part++;
        var begun = new GrowingLog(place, folder, schemas, run, part, messages + 1);
        log = begun;
        return begun;
    }
}
