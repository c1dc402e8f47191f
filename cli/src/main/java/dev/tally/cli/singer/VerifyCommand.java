package dev.tally.cli.singer;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import dev.tally.cli.DurationArgument;
import dev.tally.cli.OutputOptions;
import dev.tally.cli.Shell;
import dev.tally.cli.Trouble;
import dev.tally.singer.inspect.OrphanSearch;
import dev.tally.singer.inspect.UnendedRuns;
import dev.tally.singer.inspect.Verification;
import dev.tally.singer.inspect.Verification.Result;
import dev.tally.singer.lake.DataFolders;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.Scrutiny;

/** Reads a lake whole, and compares it with what was recorded. */
@Command(name = "verify", mixinStandardHelpOptions = true, description = {
    "Reads every log and compares it with what was recorded, with its neighbours and with the data files that it names.",
    "Of a whole lake it tells as well which data files no log names: in the lake's own batch/, and in the folders of those that logs name.",
    "Exit code 1 if something is wrong with a log; 4 if only a run has no end, a data file no log, or a folder cannot be listed."})
public final class VerifyCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private LogOptions logs = new LogOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(names = "--no-data-check", description = "Does not look for the data files that BATCH messages name.")
    private boolean noDataCheck;

    @Option(names = "--strict", description = "Tells as well of NaN and Infinity, names that stand twice in an object, bytes that are no UTF-8, and halves of surrogate pairs.")
    private boolean strict;

    @Option(names = "--dead-after", paramLabel = "DURATION", defaultValue = "1h", converter = DurationArgument.class, description = "A run without an end, or a data file without a log, may be of a run under way if it was written to in that time (default: 1h).")
    private Duration deadAfter = Duration.ZERO;

    @Option(names = "--data", paramLabel = "URI", description = "Looks into this folder as well, s3:// or file://, for data files that no log names, and into all in it. May be repeated.")
    private List<String> data = List.of();

    /** @param shell what the command finds around it */
    public VerifyCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        boolean wantsOrphans = logs.isWhole() && !noDataCheck;
        if (!data.isEmpty() && !wantsOrphans) {
            throw Trouble.usage("--data asks for data files that no log names, for which all logs have to be read.",
                    "Leave --no-data-check, --tap and the range out.");
        }
        Lake lake = logs.open(shell);
        LogRange range = logs.range(shell);
        Instant recent = shell.clock().instant().minus(deadAfter);
        DataFolders dataFiles = new SingerLakes(shell).dataFiles();
        var unended = new UnendedRuns(recent);
        OrphanSearch orphans = search(lake, dataFiles, recent);
        Result result;
        try (var progress = new ReplayProgress(shell, "Verified")) {
            var verification = new Verification(lake, range, noDataCheck ? Optional.empty() : Optional.of(dataFiles),
                    strict ? Scrutiny.STRICT : Scrutiny.WHOLE);
            result = verification.run(log -> {
                progress.gave(log.entry(), log.content().messages());
                unended.take(log);
                if (wantsOrphans) {
                    orphans.take(log);
                }
            });
        }
        if (result.logs() == 0 && data.isEmpty()) {
            throw LakeTroubles.noLogs(lake);
        }
        // Where the range ends before the lake does, so may the runs.
        var report = new VerifyReport(result, range.to().isPresent() ? List.of() : unended.found(),
                wantsOrphans ? orphans.find() : Optional.empty());
        if (output.isJson()) {
            shell.out().println(report.json());
        } else {
            report.print(shell);
        }
        return report.exit();
    }

    private OrphanSearch search(Lake lake, DataFolders dataFiles, Instant recent) {
        try {
            return new OrphanSearch(lake, dataFiles, data, recent);
        } catch (IllegalArgumentException noFolder) {
            throw Trouble.usage(
                    noFolder.getMessage() + ": --data takes a folder, s3://bucket/prefix or file:///folder.", "");
        }
    }
}
