package dev.tally.cli.singer;

import java.util.List;
import java.util.Locale;

import dev.tally.cli.Exit;
import dev.tally.cli.Shell;
import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.terminal.Style;
import dev.tally.singer.inspect.UnendedRuns.Unended;
import dev.tally.singer.inspect.Verification.Result;
import dev.tally.singer.read.Fault;

/**
 * What was found in a lake, for people and for programs.
 *
 * @param unended runs that no log says to have ended; empty too if the last logs were not looked at
 */
record VerifyReport(Result logs, List<Unended> unended) {
    int exit() {
        return !logs.faults().isEmpty() ? Exit.FAILED : dead() > 0 ? Exit.INCOMPLETE : Exit.OK;
    }

    private long dead() {
        return unended.stream().filter(run -> !run.underWay()).count();
    }

    void print(Shell shell) {
        logs.faults().forEach(fault -> line(shell, Style.BAD, name(fault.kind()), fault.toString()));
        unended.forEach(run -> print(shell, run));
        if (!logs.localData().isEmpty()) {
            shell.err()
                    .println("tally: " + Human.count(logs.localData().size(), "data file is", "data files are")
                            + " on one machine alone, such as " + Printable.of(logs.localData().getFirst())
                            + "; recorded with --batch-data=copy they would be in the lake.");
        }
        shell.out()
                .println(Human.count(logs.logs(), "log", "logs") + " with "
                        + Human.count(logs.messages(), "message", "messages")
                        + ", "
                        + (logs.faults().isEmpty()
                                ? "no fault"
                                : Human.count(logs.faults().size(), "fault", "faults"))
                        + (dead() > 0 ? "; " + Human.count(dead(), "run", "runs") + " without an end" : "")
                        + (logs.open() > 0 ? "; " + logs.open() + " not closed" : "")
                        + (logs.foreign() > 0 ? "; " + logs.foreign() + " with nothing to compare with" : "")
                        + ".");
    }

    private static void print(Shell shell, Unended run) {
        String text = run.log() + ": run " + run.run() + " of " + run.tap() + " stops at message " + run.lastMessage();
        if (run.underWay()) {
            line(shell, Style.DIM, "under-way", text + " by now, written at " + run.lastWritten());
        } else {
            line(shell, Style.BAD, "no-end", text + ", written at " + run.lastWritten()
                    + ", and no log says that it ended: the recorder was killed, or a later log is lost");
        }
    }

    private static void line(Shell shell, Style style, String kind, String text) {
        shell.out().println(style.on(kind, shell.terminal().colour()) + "  " + Printable.of(text));
    }

    String json() {
        return Json.object()
                .put("logs", logs.logs())
                .put("open", logs.open())
                .put("foreign", logs.foreign())
                .put("messages", logs.messages())
                .put("faults", new Json.Items(logs.faults().stream().<Json>map(VerifyReport::document).toList()))
                .put("unended", new Json.Items(unended.stream().<Json>map(VerifyReport::document).toList()))
                .put("localData", logs.localData())
                .line();
    }

    private static Json document(Fault fault) {
        var fields = Json.object().put("kind", name(fault.kind())).put("log", fault.path());
        fault.message().ifPresent(message -> fields.put("message", message));
        fault.stream().ifPresent(stream -> fields.put("stream", stream));
        return fields.put("detail", fault.detail());
    }

    private static Json document(Unended run) {
        return Json.object()
                .put("run", run.run().text())
                .put("tap", run.tap())
                .put("log", run.log())
                .put("lastMessage", run.lastMessage())
                .put("lastWritten", run.lastWritten().toString())
                .put("underWay", run.underWay());
    }

    private static String name(Fault.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
