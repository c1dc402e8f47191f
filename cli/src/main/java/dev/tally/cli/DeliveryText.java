package dev.tally.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.tally.cli.api.DeliveryView;
import dev.tally.cli.api.DeliveryView.ChangedInput;
import dev.tally.cli.api.DeliveryView.FaultView;
import dev.tally.cli.api.DeliveryView.ReasonView;
import dev.tally.cli.api.DeliveryView.Step;
import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.terminal.Style;
import dev.tally.cli.terminal.Terminal;
import dev.tally.cli.terminal.Width;

/** A whole delivery, for people. */
final class DeliveryText {
    private static final int LABEL = 12;

    private final PrintWriter out;
    private final Terminal terminal;
    private final Instant now;

    DeliveryText(Shell shell) {
        this.out = shell.out();
        this.terminal = shell.terminal();
        this.now = shell.clock().instant();
    }

    void print(DeliveryView delivery) {
        head(delivery);
        faults(delivery.faults());
        history(delivery.history());
        revisions(delivery);
    }

    private void head(DeliveryView delivery) {
        var json = delivery.json();
        out.println(styled(Printable.of(delivery.id()), Style.BOLD) + "  "
                + styled(delivery.status().name(), StatusText.style(delivery.status()))
                + (delivery.overdue() ? "  " + styled("overdue", Style.BAD) : ""));
        field("Members", String.format(Locale.ROOT, "%,d", delivery.members()));
        field("Registered", moment(delivery.registeredAt()));
        field("Changed", moment(delivery.changedAt()));
        delivery.due()
                .ifPresent(due -> field("Due", moment(due) + instant(json, "overdueAt")
                        .map(at -> ", announced as overdue " + Human.ago(at, now))
                        .orElse("")));
        field("Revision", delivery.revision() + (delivery.attempt() > 1 ? ", attempt " + delivery.attempt() : ""));
        field("Manifest", place(json.path("manifest")) + instant(json, "manifestRepeatedAt")
                .map(at -> ", sent again unchanged " + Human.ago(at, now))
                .orElse(""));
        field("Resolved", json.path("resolvedManifest").text());
        ChangedInput.of(json.path("inputsChanged"))
                .ifPresent(input -> field("Changed file", input.file() + ", since it was used; noticed "
                        + Human.ago(input.at(), now)));
        field("Execution", json.path("execution").text());
        field("Outputs", outputs(json.path("outputs")));
        field("Archive", json.path("archive").text());
        delivery.reason().map(ReasonView::sentence).ifPresent(reason -> field("Reason", reason));
    }

    private void faults(List<FaultView> faults) {
        if (!faults.isEmpty()) {
            out.println(styled("Faults of the manifest", Style.BOLD));
            faults.forEach(fault -> out.println("  " + line(fault)));
        }
    }

    /** A fault with its place, on one line. */
    static String line(FaultView fault) {
        return Printable.of((fault.line() > 0 ? "line " + fault.line() + ", column " + fault.column() + ", " : "")
                + fault.place() + ": " + fault.message());
    }

    private void history(List<Step> history) {
        if (history.isEmpty()) {
            return;
        }
        out.println(styled("History", Style.BOLD));
        int attempts = history.getLast().attempt();
        Instant before = history.getFirst().at();
        for (Step step : history) {
            out.println("  " + StatusText.time(step.at()) + "  "
                    + styled(Width.left(step.status().name(), LABEL), StatusText.style(step.status()))
                    + styled(Width.right("+" + Human.duration(Duration.between(before, step.at())), LABEL), Style.DIM)
                    + (attempts > 1 ? "  attempt " + step.attempt() : "")
                    + step.reason().map(reason -> "  " + Printable.of(reason.sentence())).orElse(""));
            before = step.at();
        }
    }

    private void revisions(DeliveryView delivery) {
        if (delivery.revisions().size() < 2) {
            return;
        }
        out.println(styled("Revisions", Style.BOLD));
        delivery.revisions()
                .forEach(revision -> out.println("  " + revision.revision() + "  "
                        + styled(Width.left(revision.status().name(), LABEL), StatusText.style(revision.status()))
                        + "  "
                        + moment(revision.at())
                        + (revision.revision().equals(delivery.revision()) ? "  (this one)" : "")));
    }

    private void field(String label, String value) {
        if (!value.isEmpty()) {
            out.println("  " + styled(Width.left(label, LABEL), Style.DIM) + Printable.of(value));
        }
    }

    private String moment(Instant instant) {
        return StatusText.dateAndTime(instant) + "  (" + Human.ago(instant, now) + ")";
    }

    private static Optional<Instant> instant(Json json, String field) {
        return Optional.of(json.path(field).text()).filter(text -> !text.isEmpty()).map(Instant::parse);
    }

    private static String place(Json manifest) {
        return manifest instanceof Json.Fields
                ? "s3://" + manifest.path("bucket").text() + "/" + manifest.path("key").text()
                : "";
    }

    private static String outputs(Json outputs) {
        return outputs instanceof Json.Fields
                ? Human.count(outputs.path("count").whole(0), "file", "files") + ", "
                        + Human.bytes(outputs.path("bytes").whole(0)) + ", listed in "
                        + outputs.path("manifest").text()
                : "";
    }

    private String styled(String text, Style style) {
        return style.on(text, terminal.colour());
    }
}
