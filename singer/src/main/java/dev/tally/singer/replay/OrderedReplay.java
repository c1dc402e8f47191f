package dev.tally.singer.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.DamagedLogException;
import dev.tally.singer.read.Survey;

/** Gives the logs of a range to one target, in their order and byte by byte: what a tap wrote, as it wrote it (R22). */
public final class OrderedReplay {
    private final Lake lake;
    private final LogRange range;
    private final Selection selection;
    private final Optional<DataFiles> dataFiles;
    private final Progress progress;

    /** @param dataFiles where to look for the data files that BATCH messages name; empty not to look for them */
    public OrderedReplay(Lake lake, LogRange range, Selection selection, Optional<DataFiles> dataFiles,
            Progress progress) {
        this.lake = lake;
        this.range = range;
        this.selection = selection;
        this.dataFiles = dataFiles;
        this.progress = progress;
    }

    /**
     * Each log goes out whole, or not at all.
     *
     * @param target is not closed
     * @param invalid gets the lines that are skipped for being no messages
     * @return how many messages were given to the target
     * @throws DamagedLogException if a log cannot be given away; those before it were
     * @throws TargetGoneException if the target does not take any more
     */
    public long to(OutputStream target, OutputStream invalid) throws IOException {
        var logs = new ReplayLogs(lake, range, selection, dataFiles);
        var out = new TargetStream(target);
        var introduced = new Introduced();
        long messages = 0;
        for (LogEntry entry : ReplayLogs.list(lake, range)) {
            Optional<Survey> survey = logs.look(entry);
            if (survey.isPresent()) {
                long given = give(survey.get(), introduced, out, invalid);
                introduced.took(survey.get());
                progress.gave(entry, given);
                messages += given;
            }
        }
        out.flush();
        return messages;
    }

    private long give(Survey survey, Introduced introduced, OutputStream out, OutputStream invalid) throws IOException {
        var choice = new LogCopy.Choice(selection::wants, selection.streams().isEmpty(), true,
                stream -> selection.selfContained() || introduced.isMissing(stream, survey));
        try (InputStream content = survey.open(lake)) {
            return new LogCopy(survey, selection, choice, out, invalid).copy(content);
        }
    }
}
