package dev.tally.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.DeliveryView.Status;
import dev.tally.cli.api.DeliveryView.Step;

/** Prints changes of status as {@code tally watch} does, each once, and takes the time from the last file to the start of the job. */
final class DemoWatch implements Follower.Listener, AutoCloseable {
    private final WatchOutput output;
    private @Nullable Step told;
    private @Nullable Instant lastFile;
    private @Nullable Instant started;

    DemoWatch(Shell shell, boolean json) {
        this.output = new WatchOutput(shell, json, "   ");
    }

    /** The last file is about to be sent. */
    void lastFileSent(Instant at) {
        lastFile = at;
    }

    /** How long after {@link #lastFileSent} the execution was started. */
    Optional<Duration> startedAfter() {
        return lastFile == null || started == null
                ? Optional.empty()
                : Optional.of(Duration.between(lastFile, started));
    }

    @Override
    public void changed(Step step, DeliveryView delivery) {
        if (step.equals(told)) {
            return;
        }
        told = step;
        if (step.status() == Status.PROCESSING) {
            started = step.at();
        }
        output.changed(step, delivery);
    }

    @Override
    public void seen(DeliveryView delivery) {
        output.seen(delivery);
    }

    /** Something else is printed now. */
    void pause() {
        output.pause();
    }

    void end(DeliveryView last) {
        output.end(last);
    }

    @Override
    public void close() {
        output.close();
    }
}
