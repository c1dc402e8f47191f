package dev.tally.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows one delivery. */
@Command(name = "status", mixinStandardHelpOptions = true, description = "Shows where a delivery is, and how it got there.")
final class StatusCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private DeliveryOptions delivery = new DeliveryOptions();

    StatusCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var connection = api.connect(shell);
        var found = delivery.get(connection);
        if (output.isJson()) {
            shell.out().println(found.json().line());
        } else {
            new DeliveryText(shell).print(found);
        }
        return Exit.OK;
    }
}
