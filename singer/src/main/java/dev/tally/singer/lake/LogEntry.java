package dev.tally.singer.lake;

import java.time.Instant;
import java.util.Optional;

/**
 * A log file as a lake lists it.
 *
 * @param tap if its name tells it
 * @param size stored bytes
 * @param modified when it was written last, by the clock of whoever keeps the lake
 */
public record LogEntry(LogName name, Optional<String> tap, long size,
        Instant modified) implements Comparable<LogEntry> {
    /** In replay order; of the same ULID, which only a copied file has, by path. */
    @Override
    public int compareTo(LogEntry other) {
        int byUlid = name.ulid().compareTo(other.name.ulid());
        return byUlid != 0 ? byUlid : name.path().compareTo(other.name.path());
    }
}
