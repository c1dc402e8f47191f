package dev.tally.cli;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.tally.dataset.DeliveryId;

/** Shows one delivery. */
@Command(name = "status", mixinStandardHelpOptions = true, description = "Shows where a delivery is, and how it got there.")
final class StatusCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = DeliveryArgument.LABEL, converter = DeliveryArgument.class, description = "The delivery.")
    private DeliveryId delivery;

    @Option(names = "--revision", paramLabel = "REVISION", description = "An older revision; the newest is the default.")
    @Nullable
    private String revision;

    StatusCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var connection = api.connect(shell);
        var found = Deliveries.get(connection, delivery, revision);
        if (output.isJson()) {
            shell.out().println(found.json().line());
        } else {
            new DeliveryText(shell).print(found);
        }
        return Exit.OK;
    }
}
