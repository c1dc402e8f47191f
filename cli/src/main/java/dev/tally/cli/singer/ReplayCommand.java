package dev.tally.cli.singer;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.tally.cli.Exit;
import dev.tally.cli.Shell;
import dev.tally.cli.Trouble;
import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.lake.SpooledLake;
import dev.tally.singer.read.DamagedLogException;
import dev.tally.singer.replay.OrderedReplay;
import dev.tally.singer.replay.Selection;
import dev.tally.singer.replay.Selection.Invalid;
import dev.tally.singer.replay.SeveralTapsException;
import dev.tally.singer.replay.TargetGoneException;

/** Gives what a lake has to a target again, or to several. */
@Command(name = "replay", mixinStandardHelpOptions = true, customSynopsis = {
    "tally singer replay --lake URI [OPTIONS] | target",
    "      tally singer replay --lake URI [OPTIONS] --parallel N [--resume] -- target ARGS"}, description = {
        "Writes the messages of a lake in their order, byte by byte as the tap did; or loads them by several processes of a target.",
        "Exit code: 1 if a log is damaged or a loader failed, 3 if there are no logs, 141 if the target stopped reading."})
public final class ReplayCommand implements Callable<Integer> {
    private static final int TARGET_GONE = 141;

    /** As much as a round of a parallel replay usually has, and more than most logs. */
    private static final long MOST_SPOOLED = 256L << 20;

    private final Shell shell;

    @Mixin
    private LogOptions logs = new LogOptions();

    private final Set<String> streams = new LinkedHashSet<>();

    @Option(names = "--no-activate-version", description = "Leaves ACTIVATE_VERSION messages out, which make some targets delete rows.")
    private boolean noActivateVersion;

    @Option(names = "--self-contained", description = "Keeps the SCHEMA messages that the recorder added to each log.")
    private boolean selfContained;

    @Option(names = "--invalid", paramLabel = "WHAT", defaultValue = "fail", description = "With lines that are no messages: fail before the log that has one, keep or skip them. Default: fail.")
    private Invalid invalid = Invalid.FAIL;

    @Option(names = "--quarantine", paramLabel = "FILE", description = "Leaves lines out that are no messages, and appends them to this file.")
    @Nullable
    private Path quarantine;

    @Option(names = "--no-data-check", description = "Does not look whether the data files are there that BATCH messages name.")
    private boolean noDataCheck;

    @Mixin
    private ParallelOptions parallel = new ParallelOptions();

    @Parameters(paramLabel = "-- TARGET ARGS", arity = "0..*", description = "With --parallel: the target to run.")
    private List<String> command = new ArrayList<>();

    /** @param shell what the command finds around it */
    public ReplayCommand(Shell shell) {
        this.shell = shell;
    }

    @Option(names = "--streams", split = ",", paramLabel = "NAME", description = "These streams alone, and then no STATE, which speaks of all.")
    void streams(Set<String> names) {
        streams.addAll(names);
    }

    @Option(names = "--stream", paramLabel = "NAME", description = "The same of one stream, also with a comma in its name; can be repeated.")
    void stream(Set<String> names) {
        streams.addAll(names);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        parallel.check(command);
        Lake lake = logs.open(shell);
        // A folder is as near as a temporary file, and logs may grow in it.
        if (lake.folder().isPresent()) {
            return replay(lake);
        }
        try (var spooled = new SpooledLake(lake, Path.of(System.getProperty("java.io.tmpdir")), MOST_SPOOLED)) {
            return replay(spooled);
        }
    }

    private int replay(Lake lake) throws IOException, InterruptedException {
        LogRange range = logs.range(shell);
        var selection = new Selection(streams, !noActivateVersion, selfContained,
                quarantine == null ? invalid : Invalid.SKIP);
        Optional<DataFiles> dataFiles = noDataCheck
                ? Optional.empty()
                : Optional.of(new SingerLakes(shell).dataFiles());
        try (OutputStream quarantined = quarantine()) {
            return parallel.isOn()
                    ? parallel.run(shell, new ParallelOptions.Work(lake, range, selection, dataFiles, command),
                            quarantined)
                    : inOrder(lake, range, selection, dataFiles, quarantined);
        } catch (SeveralTapsException several) {
            throw Trouble.usage(several.getMessage() + ".", "Name one with --tap.");
        } catch (DamagedLogException damaged) {
            throw LakeTroubles.of(damaged);
        }
    }

    private int inOrder(Lake lake, LogRange range, Selection selection, Optional<DataFiles> dataFiles,
            OutputStream quarantined) throws IOException {
        try (var progress = new ReplayProgress(shell, "Replayed")) {
            long messages = new OrderedReplay(lake, range, selection, dataFiles, progress)
                    .to(new FileOutputStream(FileDescriptor.out), quarantined);
            if (progress.logs() == 0) {
                throw LakeTroubles.noLogs(lake);
            }
            progress.end(progress.total(messages));
            if (messages == 0 && !streams.isEmpty()) {
                shell.err()
                        .println("tally: There is no message of " + String.join(", ", streams)
                                + "; tally singer summary shows the streams that there are.");
            }
            return Exit.OK;
        } catch (TargetGoneException gone) {
            shell.err().println("tally: " + gone.getMessage() + ".");
            return TARGET_GONE;
        }
    }

    private OutputStream quarantine() throws IOException {
        return quarantine == null
                ? OutputStream.nullOutputStream()
                : new BufferedOutputStream(Files.newOutputStream(shell.folder().resolve(quarantine),
                        StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }
}
