package dev.tally.cli.singer;

import java.io.IOException;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import dev.tally.cli.Exit;
import dev.tally.cli.Shell;
import dev.tally.cli.Trouble;
import dev.tally.singer.inspect.LastState;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.read.DamagedLogException;
import dev.tally.singer.replay.ReplayLogs;
import dev.tally.singer.replay.SeveralTapsException;

/** Prints the STATE to start a tap with, such that the lake misses nothing. */
@Command(name = "state", mixinStandardHelpOptions = true, description = {
    "Prints the last STATE that the lake has all messages before of: the bare value, as a tap takes it by --state.",
    "Exit code 3 if there is none."})
public final class StateCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private LogOptions logs = new LogOptions();

    /** @param shell what the command finds around it */
    public StateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Lake lake = logs.open(shell);
        try {
            LastState state = LastState.of(lake, ReplayLogs.list(lake, logs.range(shell)))
                    .orElseThrow(() -> Trouble.notFound("No log in that range of " + lake.uri() + " has a STATE.", ""));
            shell.out().println(state.value());
            shell.err().println("tally: It is in " + state.path() + ".");
            return Exit.OK;
        } catch (SeveralTapsException several) {
            throw Trouble.usage(several.getMessage() + ".", "Name one with --tap.");
        } catch (DamagedLogException damaged) {
            throw LakeTroubles.of(damaged);
        }
    }
}
