package dev.tally.singer.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

import dev.tally.singer.LineReader;
import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;
import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.Facts.End.Reason;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.UlidFactory;
import dev.tally.singer.record.RecordSettings.Mode;
import dev.tally.singer.record.RecordSettings.OnError;

/**
 * Hands on what a tap says, byte by byte, and keeps it in a lake. Each block of lines is first where an end of this process cannot lose it,
 * and then handed on; so the lake has, or will have, whatever the target got. If the lake fails, handing on does not. An instance records one run.
 */
public final class Recorder {
    private static final int FAILED = 1;
    private static final int SIGNAL_BASE = 128;
    private static final int SIGPIPE = 13;

    private final Place place;
    private final Background background;
    private final Sniffer sniffer = new Sniffer();
    private @Nullable InputStream tap;
    private volatile int signal;
    private volatile boolean stopping;
    private volatile boolean aborted;
    private boolean broken;
    private long messages;
    private long handedOn;

    /**
     * Where the messages of the run are that were kept.
     *
     * @param inSpool which the next recording brings into the lake
     */
    public record Kept(long inLake, long inSpool) {}

    /**
     * How it went.
     *
     * @param messages that the tap said
     * @param handedOn of these to the target, before it stopped reading; without STATEs that the lake has not got
     * @param failed whether something that had to be kept is not in the lake
     */
    public record Outcome(End end, long messages, long handedOn, Kept kept, boolean failed) {
        /** The tap's, or of what ended the run; else whether the lake has all of it. */
        public int exitCode() {
            return end.exitCode() == 0 && failed ? FAILED : end.exitCode();
        }
    }

    /**
     * @param spool a folder of this machine for this lake and tap alone; made when it is needed
     * @param notices gets sentences for people, from any thread
     */
    public Recorder(RecordSettings settings, Lake lake, Path spool, DataFiles dataFiles, InstantSource clock,
            Consumer<String> notices) {
        this(new Place(settings, lake, spool, dataFiles, new UlidFactory(clock), clock, new Complaints(notices)),
                new BackgroundThread());
    }

    Recorder(Place place, Background background) {
        if (place.settings().mode() == Mode.CONTINUAL && place.lake().folder().isEmpty()) {
            throw new IllegalArgumentException(
                    "A log cannot grow in " + place.lake().uri() + "; only a folder can be recorded to continually");
        }
        this.place = place;
        this.background = background;
    }

    /**
     * Records until the tap has ended, and then brings all into the lake.
     *
     * @param from what the tap says; its reads return what there is
     * @param to the target; without a buffer of its own
     * @param tapExit asked when the tap says no more; its exit code, as far as that is known
     */
    public Outcome record(InputStream from, OutputStream to, IntSupplier tapExit) {
        synchronized (this) {
            tap = from;
        }
        if (stopping) {
            closeTap();
        }
        if (place.settings().onError() == OnError.ABORT) {
            place.complaints().onTrouble(this::abort);
        }
        var echo = new Echo(to, place.settings().gateState(), place.complaints());
        var uploads = new Uploads(place, background, echo);
        recover(uploads);
        Recording recording = place.settings().mode() == Mode.CONTINUAL
                ? new ContinualRecording(place, place.lake().folder().orElseThrow(), echo)
                : BatchedRecording.begin(place, uploads, background);
        var reader = new LineReader(from);
        Reason reason = read(reader, recording, echo);
        LastLine last = lastLine(reader, echo);
        End end = end(reason, echo, tapExit);
        finish(recording, last, end);
        uploads.finish();
        if (echo.waiting() > 0) {
            place.complaints()
                    .fail(echo.waiting() + " STATE messages were not handed on, since the lake has not got them.");
        }
        return new Outcome(end, messages, Math.max(0, handedOn - echo.waiting()), recording.kept(),
                place.complaints().failed());
    }

    /** Ends the run at once: whatever was read is kept. For a handler of signals. */
    public void stop(int signalNumber) {
        signal = signalNumber;
        stopping = true;
        closeTap();
    }

    /** Tells that the tap was asked to end by a signal; it is read to its end. */
    public void interrupted(int signalNumber) {
        signal = signalNumber;
    }

    private void abort() {
        aborted = true;
        closeTap();
    }

    private void closeTap() {
        InputStream reading;
        synchronized (this) {
            reading = tap;
        }
        try {
            if (reading != null) {
                reading.close();
            }
        } catch (IOException failed) {
            place.complaints().warn("Closing the tap's output failed: " + Reasons.of(failed));
        }
    }

    /** What earlier recorders left behind comes first, so that names keep the order. */
    private void recover(Uploads uploads) {
        try {
            if (place.lake().folder().isPresent()) {
                new OpenLogs(place, place.lake().folder().get()).closeAbandoned();
            }
            new AbandonedSpools(place, uploads).resume();
        } catch (IOException | RuntimeException failed) {
            place.complaints()
                    .warn("What an earlier recorder left in " + place.spool() + " cannot be recovered now: "
                            + Reasons.of(failed));
        }
    }

    private Reason read(LineReader reader, Recording recording, Echo echo) {
        try {
            while (reader.readMore()) {
                takeBlock(reader, recording, echo);
                countHandedOn(echo);
            }
            return aborted ? Reason.ERROR : signal > 0 ? Reason.SIGNAL : Reason.EOF;
        } catch (IOException | RuntimeException | OutOfMemoryError failed) {
            // The last is what a line becomes that is longer than the memory.
            if (signal > 0) {
                return Reason.SIGNAL;
            }
            if (!aborted) {
                place.complaints().fail("Reading what the tap says failed: " + Reasons.of(failed));
            }
            return Reason.ERROR;
        }
    }

    private void countHandedOn(Echo echo) {
        if (!echo.isBroken()) {
            handedOn = messages;
        }
    }

    private void takeBlock(LineReader reader, Recording recording, Echo echo) {
        int from = reader.end();
        synchronized (recording) {
            while (reader.nextRead()) {
                MessageType type = sniffer.sniff(reader.buffer(), reader.start(), reader.end());
                messages++;
                if (type == MessageType.STATE && echo.holdsStates()) {
                    // Before it is taken: it could be uploaded, and released, at once.
                    echo.write(reader.buffer(), from, reader.start());
                    echo.hold(messages, Arrays.copyOfRange(reader.buffer(), reader.start(), reader.end()));
                    from = reader.end();
                }
                take(reader, recording, type);
            }
            endBlock(recording);
        }
        echo.write(reader.buffer(), from, reader.end());
    }

    private void take(LineReader reader, Recording recording, MessageType type) {
        if (!broken) {
            try {
                recording.take(reader.buffer(), reader.start(), reader.end(), type, sniffer);
            } catch (IOException failed) {
                fail(recording, failed);
            }
        }
    }

    private void endBlock(Recording recording) {
        if (!broken) {
            try {
                recording.endBlock();
            } catch (IOException failed) {
                fail(recording, failed);
            }
        }
    }

    private void fail(Recording recording, IOException failed) {
        broken = true;
        Kept kept = recording.kept();
        place.complaints()
                .fail("Recording to " + place.lake().uri() + " failed: " + Reasons.of(failed) + ". Message "
                        + (kept.inLake() + kept.inSpool() + 1) + " and what follows it is handed on, and not kept.");
        place.complaints().trouble();
    }

    /** What stands behind the last line feed; it is handed on as it is. */
    private LastLine lastLine(LineReader reader, Echo echo) {
        if (!reader.nextUnterminated()) {
            return LastLine.NONE;
        }
        LastLine last = LastLine.of(reader.buffer(), reader.start(), reader.end());
        messages += last.isMessage() ? 1 : 0;
        if (last.isPartial()) {
            place.complaints()
                    .fail("What the tap said ends in the midst of a line; it is kept beside the log, and is no message of it.");
        }
        boolean state = last.isMessage()
                && sniffer.sniff(reader.buffer(), reader.start(), reader.end()) == MessageType.STATE;
        if (state && echo.holdsStates()) {
            echo.hold(messages, Arrays.copyOfRange(reader.buffer(), reader.start(), reader.end()));
        } else {
            echo.write(reader.buffer(), reader.start(), reader.end());
        }
        countHandedOn(echo);
        return last;
    }

    private End end(Reason reason, Echo echo, IntSupplier tapExit) {
        int tapCode = tapExit.getAsInt();
        if (tapCode != 0 && !aborted) {
            return new End(reason, tapCode);
        }
        return switch (reason) {
            case SIGNAL -> new End(reason, SIGNAL_BASE + signal);
            case ERROR -> new End(reason, FAILED);
            case EOF, EPIPE -> echo.isBroken() ? new End(Reason.EPIPE, SIGNAL_BASE + SIGPIPE) : new End(Reason.EOF, 0);
        };
    }

    private void finish(Recording recording, LastLine last, End end) {
        try {
            if (broken) {
                recording.rescue(end);
            } else {
                recording.finish(last, end);
            }
        } catch (IOException failed) {
            place.complaints()
                    .fail("Bringing the last messages into " + place.lake().uri() + " failed: " + Reasons.of(failed));
        }
    }
}
