package dev.tally.singer.record;

import java.time.Duration;
import java.util.OptionalLong;

import dev.tally.singer.record.RecordSettings.FirstFlush;

/**
 * When a STATE makes a batched recording upload (R8). Times are of a clock that never steps back, in nanoseconds.
 *
 * @param minInterval from the beginning of an upload to the next
 */
record FlushPolicy(Duration minInterval, FirstFlush firstFlush) {
    /** What to do now that a STATE has come. */
    sealed interface Decision {
        /** Upload all up to and including this STATE. */
        record Upload() implements Decision {}

        /** Do so when the time is over, if no other STATE has caused it (R9). */
        record Defer(Duration pause) implements Decision {}

        /** There is nothing but STATEs: these go with the next file. */
        record Ignore() implements Decision {}
    }

    /**
     * @param hasOthers whether another message than a STATE waits
     * @param started when the run did
     * @param lastUpload when the last upload began, if there was one
     */
    Decision onState(boolean hasOthers, long now, long started, OptionalLong lastUpload) {
        if (!hasOthers) {
            return new Decision.Ignore();
        }
        if (lastUpload.isEmpty() && firstFlush == FirstFlush.STATE) {
            return new Decision.Upload();
        }
        Duration wait = minInterval.minusNanos(now - lastUpload.orElse(started));
        return wait.isPositive() ? new Decision.Defer(wait) : new Decision.Upload();
    }
}
