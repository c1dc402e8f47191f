package dev.tally.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Printable;

/** Takes back a delivery that waits. */
@Command(name = "withdraw", mixinStandardHelpOptions = true, description = "Takes back a delivery that waits for its files: none that comes later starts it. The files stay where they are.")
final class WithdrawCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private InterventionOptions intervention = new InterventionOptions();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it is kept with the delivery, and goes out with the event.")
    private String reason = "";

    WithdrawCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var request = Json.object();
        if (!reason.isBlank()) {
            request.put("reason", reason);
        }
        return intervention.send(shell, "/withdraw", request, WithdrawCommand::sentence);
    }

    private static String sentence(InterventionOptions.Done done) {
        return Printable.of(done.before().id())
                + (done.changed() ? " is withdrawn: no file that comes later starts it." : " was withdrawn before.");
    }
}
