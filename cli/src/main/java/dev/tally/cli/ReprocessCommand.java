package dev.tally.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Printable;

/** Begins the next attempt of a delivery that is over. */
@Command(name = "reprocess", mixinStandardHelpOptions = true, description = "Processes a delivery once more that is processed, archived or failed: the next attempt of the same revision, with its files as they are then.")
final class ReprocessCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private InterventionOptions intervention = new InterventionOptions();

    ReprocessCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        return intervention.send(shell, "/reprocess", Json.object(), ReprocessCommand::sentence);
    }

    private static String sentence(InterventionOptions.Done done) {
        var before = done.before();
        String id = Printable.of(before.id());
        return id + (done.changed()
                ? " was " + before.status() + " in attempt " + before.attempt() + ", and begins attempt "
                        + done.attempt()
                : " is in attempt " + done.attempt() + " already")
                + ".\n  Follow it: tally watch " + id;
    }
}
