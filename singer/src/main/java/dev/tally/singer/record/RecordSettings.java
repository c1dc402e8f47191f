package dev.tally.singer.record;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

import dev.tally.singer.lake.LogTemplate;

/**
 * How a run is recorded.
 *
 * @param tap the tap's name, which files are named by
 * @param runner what the template may name the recorder by; not used by others
 * @param gzipLevel 1 to 9; empty for files that are not compressed
 * @param minInterval from the beginning of one upload to the next that a STATE asks for, batched; zero or more
 * @param maxFileBytes a file that would become larger, uncompressed, ends before; a longer line has a file of its own
 * @param gateState whether STATE messages are handed on only when the lake has them durably
 * @param strict whether a stream without a schema makes the run fail
 * @param hurryFrom from when on all that was read is uploaded each second, batched, since this machine may be taken away without a signal
 */
public record RecordSettings(String tap, String runner, LogTemplate template, Mode mode, OptionalInt gzipLevel,
        Duration minInterval, FirstFlush firstFlush, long maxFileBytes, boolean gateState, BatchData batchData,
        boolean strict,
        OnError onError, Optional<Instant> hurryFrom) {
    public static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(2);
    public static final Duration DEFAULT_DEADLINE_MARGIN = Duration.ofSeconds(30);
    public static final long DEFAULT_MAX_FILE_BYTES = 256L << 20;
    /** The fastest: a recorder stands between a tap and its target, and must not slow them. */
    public static final int DEFAULT_GZIP_LEVEL = 1;

    /** When messages become visible in the lake. */
    public enum Mode {
        /** At once: a log grows at its final name. Only in a folder. */
        CONTINUAL,
        /** A whole file at a time, at a STATE. */
        BATCHED
    }

    /** Which STATE of a batched run is the first to cause an upload. */
    public enum FirstFlush {
        /** The first that comes behind another message. */
        STATE,
        /** The first after the interval, counted from the start. */
        INTERVAL
    }

    /** What becomes of the data files that BATCH messages name. */
    public enum BatchData {
        /** They stay where they are. */
        REFERENCE,
        /** The lake gets copies, and its copy of the message names these. */
        COPY
    }

    /** What to do when the lake cannot be written. */
    public enum OnError {
        /** Hand on what comes, and fail at the end. */
        CONTINUE,
        /** End at once. */
        ABORT
    }

    public RecordSettings {
        if (tap.isEmpty()) {
            throw new IllegalArgumentException("The tap has no name");
        }
        if (minInterval.isNegative()) {
            throw new IllegalArgumentException("The interval " + minInterval + " is negative");
        }
        if (maxFileBytes < 1) {
            throw new IllegalArgumentException(
                    "The maximum size of a file is " + maxFileBytes + " bytes; it has to be positive");
        }
        if (gzipLevel.isPresent() && (gzipLevel.getAsInt() < 1 || gzipLevel.getAsInt() > 9)) {
            throw new IllegalArgumentException("The gzip level is " + gzipLevel.getAsInt() + "; it has to be 1 to 9");
        }
    }

    boolean isGzip() {
        return gzipLevel.isPresent();
    }
}
