package dev.tally.singer.read;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Ulid;
import dev.tally.singer.read.Fault.Kind;

/** Follows the runs through logs in their order, and finds where messages of one are missing. One thread at a time may use it. */
public final class Runs {
    private final Map<Ulid, Long> nextMessage = new HashMap<>();
    private boolean fromTheBeginning;

    /** @param fromTheBeginning whether the first log that is seen of a run has to be its first */
    public Runs(boolean fromTheBeginning) {
        this.fromTheBeginning = fromTheBeginning;
    }

    /** A log was not looked at, so of no run it is known how far it is. */
    public void skip() {
        nextMessage.clear();
        fromTheBeginning = false;
    }

    /** Takes the next log. */
    public Optional<Fault> next(String path, Facts.Origin origin) {
        Long expected = nextMessage.put(origin.run(), origin.lastMessage() + 1);
        if (expected == null) {
            if (!fromTheBeginning || origin.firstMessage() == 1) {
                return Optional.empty();
            }
            expected = 1L;
        }
        if (expected == origin.firstMessage()) {
            return Optional.empty();
        }
        return Optional.of(Fault.at(Kind.GAP, path, origin.firstMessage(),
                origin.firstMessage() > expected
                        ? "messages " + expected + " to " + (origin.firstMessage() - 1) + " of run " + origin.run()
                                + " are missing before it"
                        : "run " + origin.run() + " was at message " + expected + " already"));
    }
}
