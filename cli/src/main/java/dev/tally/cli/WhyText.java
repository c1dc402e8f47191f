package dev.tally.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import dev.tally.cli.api.DeliveryView.ReasonView;
import dev.tally.cli.api.WhyView;
import dev.tally.cli.api.WhyView.Blocking;
import dev.tally.cli.api.WhyView.Orphans;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.terminal.Style;
import dev.tally.cli.terminal.Table;
import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;

/** Why a delivery does not go on, for people. */
final class WhyText {
    private final Shell shell;
    private final String indent;

    WhyText(Shell shell) {
        this(shell, "");
    }

    /** @param indent blanks before each line */
    WhyText(Shell shell, String indent) {
        this.shell = shell;
        this.indent = indent;
    }

    /** @param members those to show, which may be more than the answer's own page */
    void print(WhyView why, List<Blocking> members, boolean more) {
        shell.out().println(indent + sentence(why, members.size(), more) + repeated(why) + changedInput(why));
        why.faults().forEach(fault -> shell.out().println(indent + "  " + DeliveryText.line(fault)));
        if (members.isEmpty()) {
            return;
        }
        var now = shell.clock().instant();
        boolean fixities = members.stream().anyMatch(member -> !member.actual().isEmpty());
        var table = fixities
                ? new Table(Column.left("STATE"), Column.flexible("MEMBER"), Column.flexible("EXPECTED"),
                        Column.flexible("ACTUAL"), Column.left("SINCE"))
                : new Table(Column.left("STATE"), Column.flexible("MEMBER"), Column.left("SINCE"));
        for (Blocking member : members) {
            var state = new Cell(stateName(member.state()),
                    member.state().equals("missing") ? Style.WAITING : Style.BAD);
            var since = Cell.of(member.since().map(instant -> Human.ago(instant, now)).orElse(""));
            if (fixities) {
                table.add(state, Cell.of(member.path()), Cell.of(member.expected()), Cell.of(member.actual()), since);
            } else {
                table.add(state, Cell.of(member.path()), since);
            }
        }
        table.lines(shell.terminal()).forEach(line -> shell.out().println(indent + "  " + line));
    }

    /** @param most how many of them to show */
    void print(Orphans orphans, int most) {
        if (!orphans.files().isEmpty()) {
            shell.out()
                    .println(indent + (orphans.moreDeliveries()
                            ? "None of the dataset's newest " + Human.count(orphans.deliveries(), "delivery",
                                    "deliveries")
                            : "No delivery of the dataset") + " names "
                            + Human.count(orphans.files().size(), "data file", "data files") + " in its folders"
                            + (orphans.moreDeliveries() ? "; older ones may." : ".")
                            + (orphans.rejectedLogs() > 0
                                    ? " What " + Human.count(orphans.rejectedLogs(), "rejected log names",
                                            "rejected logs name") + " is not known."
                                    : ""));
            var now = shell.clock().instant();
            var table = new Table(Column.left("STATE"), Column.flexible("FILE"), Column.left("SIZE"),
                    Column.left("WRITTEN"));
            orphans.files()
                    .stream()
                    .limit(most)
                    .forEach(file -> table.add(new Cell("orphan", Style.WAITING), Cell.of(file.key()),
                            Cell.of(Human.bytes(file.size())),
                            Cell.of(file.at().map(at -> Human.ago(at, now)).orElse(""))));
            table.lines(shell.terminal()).forEach(line -> shell.out().println(indent + "  " + line));
        }
        if (orphans.moreFiles()) {
            shell.err()
                    .println("tally: Only " + Human.count(orphans.listed(), "file", "files") + " in its folders "
                            + (orphans.listed() == 1 ? "was" : "were") + " looked at; there are more."
                            + " tally singer verify looks at all.");
        }
    }

    private String sentence(WhyView why, int shown, boolean more) {
        String id = Style.BOLD.on(Printable.of(why.id()), shell.terminal().colour());
        String reason = why.reason().map(ReasonView::sentence).map(text -> ": " + Printable.of(text)).orElse(".");
        return switch (why.status()) {
            case WAITING -> id + " waits for " + waitedFor(why, shown, more) + since(why) + "." + overdue(why)
                    + why.reason().map(again -> " It began anew" + reason).orElse("");
            case COMPLETE -> id + " is complete; its job is about to start.";
            case PROCESSING -> id + " is complete; its job is running" + since(why) + ".";
            case PROCESSED -> id + " is processed" + since(why) + "; nothing is missing.";
            case ARCHIVED -> id + " is archived" + since(why) + "; nothing is missing.";
            case FAILED -> id + " failed" + reason;
            case SUPERSEDED -> id + " is superseded" + reason;
            case WITHDRAWN -> id + " is withdrawn" + reason;
            case REJECTED -> id + " is rejected: its manifest has "
                    + Human.count(why.faults().size(), "fault", "faults") + ".";
        };
    }

    private String repeated(WhyView why) {
        return why.manifestRepeatedAt()
                .map(at -> " Its manifest was sent again unchanged " + Human.ago(at, shell.clock().instant())
                        + ", which began nothing.")
                .orElse("");
    }

    private String changedInput(WhyView why) {
        return why.changedInput()
                .map(input -> " " + Printable.of(input.file())
                        + " was written again or deleted after it was used, noticed "
                        + Human.ago(input.at(), shell.clock().instant())
                        + "; with its files as they are now it is processed by "
                        + shell.command() + " reprocess " + Printable.of(why.id()) + ".")
                .orElse("");
    }

    private String overdue(WhyView why) {
        return why.due()
                .filter(due -> why.overdue())
                .map(due -> " It is overdue: it was due " + Human.ago(due, shell.clock().instant()) + ".")
                .orElse("");
    }

    private static String waitedFor(WhyView why, int shown, boolean more) {
        String all = String.format(Locale.ROOT, "%,d", why.required());
        if (why.satisfied().isPresent()) {
            return String.format(Locale.ROOT, "%,d of %s members", why.required() - why.satisfied().getAsLong(), all);
        }
        return (more ? "more than " : "") + String.format(Locale.ROOT, "%,d of %s members", shown, all);
    }

    private String since(WhyView why) {
        return why.since()
                .map(since -> ", since " + Human.duration(
                        Duration.between(since, shell.clock().instant())))
                .orElse("");
    }

    private static String stateName(String state) {
        return state.equals("otherForm") ? "other form" : state;
    }
}
