package dev.tally.singer.inspect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LocalDataFiles;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.Fault;
import dev.tally.singer.read.Runs;
import dev.tally.singer.read.Scrutiny;
import dev.tally.singer.read.Survey;
import dev.tally.singer.read.Survey.Standing;
import dev.tally.singer.read.Surveyor;

/** Reads all logs of a range, each line to its end, and finds every fault (R26), and what others could not follow (R27). */
public final class Verification {
    private final Lake lake;
    private final LogRange range;
    private final Optional<DataFiles> dataFiles;
    private final Scrutiny scrutiny;

    /** @param dataFiles where to look for the data files that BATCH messages name; empty not to look for them */
    public Verification(Lake lake, LogRange range, Optional<DataFiles> dataFiles, Scrutiny scrutiny) {
        this.lake = lake;
        this.range = range;
        this.dataFiles = dataFiles;
        this.scrutiny = scrutiny;
    }

    /**
     * What was found.
     *
     * @param open logs that grow, or were left by a recorder that died
     * @param foreign logs with nothing beside them to compare them with
     * @param localData data files of one machine that a lake of several names
     */
    public record Result(long logs, long open, long foreign, long messages, List<Fault> faults,
            List<String> localData) {
        public Result {
            faults = List.copyOf(faults);
            localData = List.copyOf(localData);
        }
    }

    /** @param each is told of each log, after it was read */
    public Result run(Consumer<Survey> each) throws IOException {
        var entries = new ArrayList<LogEntry>();
        lake.list(range, entries::add);
        var surveyor = new Surveyor(lake, dataFiles, scrutiny);
        var runs = new Runs(range.from().isEmpty());
        var faults = new ArrayList<Fault>();
        var localData = new ArrayList<String>();
        long logs = 0;
        long open = 0;
        long foreign = 0;
        long messages = 0;
        for (LogEntry entry : entries) {
            Survey survey = surveyor.survey(entry);
            if (!isWanted(survey)) {
                continue;
            }
            logs++;
            open += survey.standing() == Standing.OPEN ? 1 : 0;
            foreign += survey.standing() == Standing.FOREIGN ? 1 : 0;
            messages += survey.content().messages();
            faults.addAll(survey.faults());
            survey.origin().flatMap(origin -> runs.next(survey.path(), origin)).ifPresent(faults::add);
            localData.addAll(localData(survey));
            each.accept(survey);
        }
        return new Result(logs, open, foreign, messages, faults, localData);
    }

    private boolean isWanted(Survey survey) {
        return range.taps().isEmpty() || survey.tap().map(range.taps()::contains).orElse(true);
    }

    private List<String> localData(Survey survey) {
        return lake.folder().isPresent()
                ? List.of()
                : survey.content().batches().stream().map(BatchFile::uri).filter(LocalDataFiles::isLocal).toList();
    }
}
