package dev.tally.singer.record;

import java.time.Instant;
import java.util.Optional;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.Ulid;

/**
 * Which messages of a run a file has.
 *
 * @param first of the run, counted from 1
 * @param last of the run; one less than {@code first} if there are none
 */
record Span(Ulid run, int part, long first, long last, Instant firstTime, Instant lastTime) {
    long messages() {
        return last - first + 1;
    }

    Facts.Origin origin(String tap, Optional<End> end) {
        return new Facts.Origin(run, tap, part, first, last, Optional.of(firstTime), Optional.of(lastTime), end);
    }
}
