package dev.tally.singer.inspect;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Ulid;
import dev.tally.singer.read.Survey;

/**
 * Runs of which no log says that they ended: their recorders write still, or were killed, or the last log is lost. It holds those runs
 * alone. One thread at a time may use it.
 */
public final class UnendedRuns {
    private final Instant recent;
    private final Map<Ulid, Unended> found = new LinkedHashMap<>();

    /** @param recent a run of which something came then or later may be under way */
    public UnendedRuns(Instant recent) {
        this.recent = recent;
    }

    /**
     * One of them.
     *
     * @param log the last log of it that is there
     * @param lastMessage the number in the run of the last message there is
     * @param lastWritten when that log was written last
     */
    public record Unended(Ulid run, String tap, String log, long lastMessage, Instant lastWritten, boolean underWay) {}

    /** Takes the next log, in replay order. */
    public void take(Survey log) {
        log.origin().ifPresent(origin -> {
            // Anew, so that they stay in the order of their last logs.
            found.remove(origin.run());
            if (origin.end().isEmpty()) {
                found.put(origin.run(), unended(log, origin));
            }
        });
    }

    /** In the order of their last logs. */
    public List<Unended> found() {
        return List.copyOf(found.values());
    }

    private Unended unended(Survey log, Facts.Origin origin) {
        Instant written = log.entry().modified();
        return new Unended(origin.run(), origin.tap(), log.path(), origin.lastMessage(), written,
                !written.isBefore(recent));
    }
}
