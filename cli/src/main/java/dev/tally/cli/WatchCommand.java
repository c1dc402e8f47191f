package dev.tally.cli;

import java.time.Duration;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import dev.tally.cli.api.DeliveryView;

/** Follows a delivery to its end. */
@Command(name = "watch", mixinStandardHelpOptions = true, description = "Follows a delivery to its end; the exit code tells which end it was.", exitCodeListHeading = "%nExit codes:%n", exitCodeList = {
    "0:archived, or processed where nothing is archived", "4:not at an end when the time was over",
    "5:failed", "6:rejected", "7:superseded", "8:withdrawn"})
final class WatchCommand implements Callable<Integer> {
    /** A manifest that was sent a moment ago may not be registered yet. */
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration FOR_EVER = Duration.ofDays(3650);

    private final Shell shell;

    @Mixin
    private ApiOptions api = new ApiOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private DeliveryOptions delivery = new DeliveryOptions();

    @Option(names = "--timeout", paramLabel = "DURATION", converter = DurationArgument.class, description = "Gives up after so long: 90s, 15m, 2h, or ISO 8601.")
    @Nullable
    private Duration timeout;

    WatchCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var connection = api.connect(shell);
        try (var watch = new WatchOutput(shell, output.isJson())) {
            var last = new Follower(shell, connection, delivery.id(), delivery.revision(), watch)
                    .until(DeliveryView::ended, timeout == null ? FOR_EVER : timeout, GRACE);
            watch.end(last);
            return StatusText.exit(last.status(), last.ended());
        }
    }
}
