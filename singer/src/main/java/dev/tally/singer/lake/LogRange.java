package dev.tally.singer.lake;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Which log files of a lake.
 *
 * @param taps of these alone; empty for all
 * @param from the first, included
 * @param to the last, included
 */
public record LogRange(Set<String> taps, Optional<Ulid> from, Optional<Ulid> to) {
    public static final LogRange ALL = new LogRange(Set.of(), Optional.empty(), Optional.empty());

    public LogRange {
        taps = Set.copyOf(taps);
    }

    /** From the first millisecond, included, to the last, excluded. */
    public static LogRange between(Set<String> taps, Optional<Instant> since, Optional<Instant> until) {
        return new LogRange(taps, since.map(Ulid::lowest), until.map(time -> Ulid.highest(time.minusMillis(1))));
    }

    /** Whether the name does not exclude it: where that tells no tap, the file's facts do. */
    public boolean mayHave(LogEntry entry) {
        Ulid ulid = entry.name().ulid();
        return (taps.isEmpty() || entry.tap().map(taps::contains).orElse(true))
                && from.map(first -> first.compareTo(ulid) <= 0).orElse(true)
                && to.map(last -> last.compareTo(ulid) >= 0).orElse(true);
    }
}
