package dev.tally.singer.replay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.DamagedLogException;
import dev.tally.singer.read.Fault;
import dev.tally.singer.read.Runs;
import dev.tally.singer.read.Survey;
import dev.tally.singer.read.Surveyor;

/**
 * The logs of one tap that are to be replayed, in their order, each looked through before anything of it is given away (R26). One thread
 * at a time may use it.
 */
public final class ReplayLogs {
    private final LogRange range;
    private final Selection selection;
    private final Surveyor surveyor;
    private final Runs runs;
    private final TreeSet<String> taps = new TreeSet<>();

    ReplayLogs(Lake lake, LogRange range, Selection selection, Optional<DataFiles> dataFiles) {
        this.range = range;
        this.selection = selection;
        surveyor = new Surveyor(lake, dataFiles);
        runs = new Runs(range.from().isEmpty());
    }

    /**
     * The logs of a range, in their order.
     *
     * @throws SeveralTapsException if their names tell that they are of several taps, and it was not said which one is wanted
     */
    public static List<LogEntry> list(Lake lake, LogRange range) throws IOException {
        var entries = new ArrayList<LogEntry>();
        var taps = new TreeSet<String>();
        lake.list(range, entry -> {
            entries.add(entry);
            entry.tap().ifPresent(taps::add);
        });
        if (taps.size() > 1) {
            throw new SeveralTapsException(taps);
        }
        return entries;
    }

    /** Passes over one that was given away before. */
    void skip() {
        runs.skip();
    }

    /**
     * Looks through the next one.
     *
     * @return empty if it is of a tap that is not wanted
     * @throws DamagedLogException if it cannot be given away
     */
    Optional<Survey> look(LogEntry entry) throws IOException {
        Survey survey = surveyor.survey(entry);
        if (survey.tap().isPresent() && !range.taps().isEmpty() && !range.taps().contains(survey.tap().get())) {
            return Optional.empty();
        }
        survey.tap().ifPresent(taps::add);
        if (taps.size() > 1) {
            throw new SeveralTapsException(taps);
        }
        for (Fault fault : survey.faults()) {
            if (fault.kind() != Fault.Kind.INVALID_MESSAGE || selection.invalid() == Selection.Invalid.FAIL) {
                throw new DamagedLogException(fault);
            }
        }
        survey.origin().flatMap(origin -> runs.next(survey.path(), origin)).ifPresent(gap -> {
            throw new DamagedLogException(gap);
        });
        return Optional.of(survey);
    }
}
