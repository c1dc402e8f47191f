package dev.tally.cli;

import java.time.Duration;
import java.util.Locale;

import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.DeliveryView.ReasonView;
import dev.tally.cli.api.DeliveryView.Step;
import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.LiveLine;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.terminal.Style;
import dev.tally.cli.terminal.Width;

/** Prints a line for every change of status, and on a terminal what goes on meanwhile. */
final class WatchOutput implements Follower.Listener, AutoCloseable {
    private static final int STATUS = 10;

    private final Shell shell;
    private final boolean json;
    private final String indent;
    private final LiveLine live;

    WatchOutput(Shell shell, boolean json) {
        this(shell, json, "");
    }

    /** @param indent blanks before each line for people */
    WatchOutput(Shell shell, boolean json, String indent) {
        this.shell = shell;
        this.json = json;
        this.indent = indent;
        this.live = new LiveLine(shell.err(), shell.terminal());
    }

    @Override
    public void changed(Step step, DeliveryView delivery) {
        live.clear();
        shell.out().println(json ? document(step, delivery) : line(step));
        shell.out().flush();
    }

    @Override
    public void seen(DeliveryView delivery) {
        if (!delivery.ended()) {
            var since = Duration.between(delivery.changedAt(), shell.clock().instant());
            live.draw(delivery.id() + ": " + delivery.status().name().toLowerCase(Locale.ROOT) + " for "
                    + Human.duration(since.isNegative() ? Duration.ZERO : since)
                    + (delivery.overdue() ? ", overdue" : ""));
        }
    }

    /** Takes away what goes on, for something else to be printed. */
    void pause() {
        live.clear();
    }

    /** What the end means, for people. */
    void end(DeliveryView last) {
        live.close();
        if (json) {
            return;
        }
        if (!last.ended()) {
            shell.err()
                    .println("Still " + last.status().name().toLowerCase(Locale.ROOT) + ". What it waits for: "
                            + shell.command() + " why " + Printable.of(last.id()));
        }
        StatusText.advice(shell, last.status(), last.id()).ifPresent(shell.err()::println);
    }

    @Override
    public void close() {
        live.close();
    }

    private String line(Step step) {
        boolean colour = shell.terminal().colour();
        var reason = step.reason().map(ReasonView::sentence).map(Printable::of);
        String notes = (step.attempt() > 1 ? "  attempt " + step.attempt() : "")
                + reason.map(text -> "  " + Style.BAD.on(text, colour)).orElse("");
        String status = step.status().name();
        return indent + StatusText.time(step.at()) + "  "
                + StatusText.style(step.status()).on(notes.isEmpty() ? status : Width.left(status, STATUS), colour)
                + notes;
    }

    private static String document(Step step, DeliveryView delivery) {
        var document = Json.object()
                .put("id", delivery.id())
                .put("revision", delivery.revision())
                .put("attempt", step.attempt())
                .put("status", step.status().name())
                .put("at", step.at().toString());
        step.reason()
                .ifPresent(reason -> document.put("reason", Json.object()
                        .put("stage", reason.stage())
                        .put("error", reason.error())
                        .put("cause", reason.cause())));
        return document.line();
    }
}
