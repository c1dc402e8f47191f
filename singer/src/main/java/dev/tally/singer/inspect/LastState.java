package dev.tally.singer.inspect;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.Ulid;
import dev.tally.singer.read.DamagedLogException;
import dev.tally.singer.read.Fault;
import dev.tally.singer.read.Runs;
import dev.tally.singer.read.Survey;
import dev.tally.singer.read.Surveyor;

/**
 * The last STATE of a tap that the lake has all messages before of, back to where its run begins.
 *
 * @param value as it is written in the log
 * @param path of the log that has it
 */
public record LastState(String value, String path) {
    /**
     * Finds it by the facts, and then reads the one log that has it.
     *
     * @param entries of one tap, in their order
     * @throws DamagedLogException if that log is not what was recorded
     */
    public static Optional<LastState> of(Lake lake, List<LogEntry> entries) throws IOException {
        var surveyor = new Surveyor(lake, Optional.empty());
        var runs = new Runs(true);
        Set<Ulid> broken = new HashSet<>();
        Optional<LogEntry> last = Optional.empty();
        for (LogEntry entry : entries) {
            Survey log = surveyor.glance(entry);
            boolean gap = log.origin().flatMap(origin -> runs.next(log.path(), origin)).isPresent();
            log.origin().filter(origin -> gap).ifPresent(origin -> broken.add(origin.run()));
            if (log.content().states() > 0 && log.origin().map(origin -> !broken.contains(origin.run())).orElse(true)) {
                last = Optional.of(entry);
            }
        }
        return last.isEmpty() ? Optional.empty() : read(surveyor.survey(last.get()));
    }

    private static Optional<LastState> read(Survey log) {
        for (Fault fault : log.faults()) {
            if (fault.kind() != Fault.Kind.INVALID_MESSAGE) {
                throw new DamagedLogException(fault);
            }
        }
        return log.content().lastState().map(value -> new LastState(value, log.path()));
    }
}
