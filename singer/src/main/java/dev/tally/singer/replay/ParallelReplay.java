package dev.tally.singer.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Consumer;

import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.Surveyor;

/**
 * Gives the logs of a range to several loaders at once (R23 to R25). One thread looks through the logs, plans and decides; each unit is loaded
 * by a thread of its own, which tells how it went and nothing else.
 *
 * <p>The STATE that is safe is the last one of the logs that are loaded without a gap. After a failure nothing more is begun, what runs is
 * waited for, and the failure is thrown.
 */
public final class ParallelReplay {
    private final Lake lake;
    private final LogRange range;
    private final Selection selection;
    private final Optional<DataFiles> dataFiles;
    private final Division division;
    private final Ledger ledger;
    private final Progress progress;

    /**
     * How the logs are divided.
     *
     * @param loaders how many run at once, at least 1
     * @param roundBytes by stream, how much is loaded between two safe states at least, uncompressed
     */
    public record Division(By by, int loaders, long roundBytes) {
        public Division {
            if (loaders < 1 || roundBytes < 1) {
                throw new IllegalArgumentException("There is at least one loader, and one byte");
            }
        }
    }

    /** What is loaded beside each other. */
    public enum By {
        /** Streams, each in its order. */
        STREAM,
        /** Logs, for loaders that only append. */
        FILE
    }

    public ParallelReplay(Lake lake, LogRange range, Selection selection, Optional<DataFiles> dataFiles,
            Division division, Ledger ledger, Progress progress) {
        this.lake = lake;
        this.range = range;
        this.selection = selection;
        this.dataFiles = dataFiles;
        this.division = division;
        this.ledger = ledger;
        this.progress = progress;
    }

    /**
     * Loads all that is not loaded yet.
     *
     * @param replay a name that no other replay has
     * @param safeStates gets each STATE value that has become safe, as it is written in the log
     * @param invalid gets the lines that are skipped for being no messages; several threads write to it
     * @return how many messages the loaders were given
     * @throws LoaderFailedException if a loader failed
     * @throws dev.tally.singer.read.DamagedLogException if a log cannot be given away; no loader got anything of it
     */
    public long run(Loaders loaders, String replay, Consumer<String> safeStates, OutputStream invalid)
            throws IOException, InterruptedException {
        var entries = ReplayLogs.list(lake, range);
        var load = new UnitLoad(lake, selection, loaders, replay, ledger, invalid);
        var logs = new ReplayLogs(lake, range, selection, dataFiles);
        Planner planner = switch (division.by()) {
            case FILE -> new FilePlanner(selection);
            case STREAM -> new StreamPlanner(selection, division.loaders(), division.roundBytes());
        };
        // A STATE speaks of all streams.
        Consumer<String> told = selection.streams().isEmpty() ? safeStates : state -> {};
        var safe = new SafeStates(new Surveyor(lake, Optional.empty()), entries, told);
        return new Coordinator(entries, logs, planner, division.loaders(), load, ledger, safe, progress).run();
    }
}
