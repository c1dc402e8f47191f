package dev.tally.cli.singer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import picocli.CommandLine.Option;

import dev.tally.cli.Exit;
import dev.tally.cli.Shell;
import dev.tally.cli.Trouble;
import dev.tally.fixity.Sha256;
import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.lake.UlidFactory;
import dev.tally.singer.replay.Ledger;
import dev.tally.singer.replay.LoaderFailedException;
import dev.tally.singer.replay.ParallelReplay;
import dev.tally.singer.replay.ParallelReplay.By;
import dev.tally.singer.replay.ParallelReplay.Division;
import dev.tally.singer.replay.ProcessLoaders;
import dev.tally.singer.replay.Selection;
import dev.tally.singer.replay.UnstartableLoaderException;

/** A replay by several processes of a target. */
final class ParallelOptions {
    @Option(names = "--parallel", paramLabel = "N", description = "Runs up to so many processes of the target at once, and prints each STATE that is safe.")
    private int parallel;

    @Option(names = "--by", paramLabel = "WHAT", defaultValue = "stream", description = "What is loaded side by side: streams, each in its order, or files, for targets that only append. Default: stream.")
    private By by = By.STREAM;

    @Option(names = "--checkpoint", paramLabel = "BYTES", defaultValue = "268435456", description = "By stream: ends the processes and begins new ones with the log that makes it so much, uncompressed. Default: 268435456.")
    private long checkpoint;

    @Option(names = "--resume", description = "Goes on where the same replay ended, with the logs that are new since.")
    private boolean resume;

    /** What is to be loaded, and by which command. */
    record Work(Lake lake, LogRange range, Selection selection, Optional<DataFiles> dataFiles, List<String> command) {}

    boolean isOn() {
        return parallel > 0;
    }

    void check(List<String> command) {
        if (parallel < 0 || checkpoint < 1) {
            throw Trouble.usage("--parallel and --checkpoint are 1 or more.", "");
        }
        if (isOn() == command.isEmpty()) {
            throw Trouble.usage(isOn() ? "--parallel needs a target to run." : "A target is run with --parallel alone.",
                    isOn()
                            ? "Write it behind two dashes: … --parallel 4 -- target-x --config c.json"
                            : "Write a pipe, … | target-x, or give --parallel 1.");
        }
        if (resume && !isOn()) {
            throw Trouble.usage("--resume needs --parallel: of a pipe nobody knows what the target has loaded.", "");
        }
    }

    int run(Shell shell, Work work, OutputStream quarantined) throws IOException, InterruptedException {
        var loaders = new ProcessLoaders(work.command(), shell.folder());
        Runtime.getRuntime().addShutdownHook(new Thread(loaders::endAll));
        try (Ledger ledger = Ledger.open(ledger(shell, work), work.lake().uri(), work.command(), resume);
                var progress = new ReplayProgress(shell, "Loaded")) {
            var replay = new ParallelReplay(work.lake(), work.range(), work.selection(), work.dataFiles(),
                    new Division(by, parallel, checkpoint), ledger, progress);
            long messages = replay.run(loaders, new UlidFactory(shell.clock()).next().text(),
                    state -> print(shell, state),
                    quarantined);
            if (progress.logs() == 0 && !resume) {
                throw LakeTroubles.noLogs(work.lake());
            }
            progress.end(progress.total(messages));
            return Exit.OK;
        } catch (LoaderFailedException failed) {
            throw Trouble.failed(failed.getMessage() + ".",
                    "The STATE that was printed last is safe. With --resume the same command goes on.");
        } catch (UnstartableLoaderException unstartable) {
            throw Trouble.notFound(unstartable.getMessage() + ".", "");
        } catch (Ledger.BusyException busy) {
            throw Trouble.failed(String.valueOf(busy.getMessage()), "");
        }
    }

    /** As the target itself would print it. */
    private static void print(Shell shell, String state) {
        shell.out().println(state);
        shell.out().flush();
    }

    /** The same for the same messages into the same target, however they are divided. */
    private static Path ledger(Shell shell, Work work) {
        var identity = String.join("\n", work.lake().uri(), new TreeSet<>(work.range().taps()).toString(),
                new TreeSet<>(work.selection().streams()).toString(),
                Boolean.toString(work.selection().activateVersions()), String.join("\n", work.command()));
        return new SingerLakes(shell).state()
                .resolve(Path.of("tally", "singer", "replay",
                        Sha256.hex(identity.getBytes(StandardCharsets.UTF_8)).substring(0, 20) + ".jsonl"));
    }
}
