package dev.tally.cli.singer;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.tally.cli.Exit;
import dev.tally.cli.Shell;
import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Printable;
import dev.tally.cli.terminal.Style;
import dev.tally.singer.inspect.OrphanSearch.Found;
import dev.tally.singer.inspect.OrphanSearch.NotListed;
import dev.tally.singer.inspect.OrphanSearch.Orphan;
import dev.tally.singer.inspect.UnendedRuns.Unended;
import dev.tally.singer.inspect.Verification.Result;
import dev.tally.singer.read.Fault;

/**
 * What was found in a lake, for people and for programs.
 *
 * @param unended runs that no log says to have ended; empty too if the last logs were not looked at
 * @param orphans data files that no log names; empty if they were not looked for, or a log cannot be read that may name them
 */
record VerifyReport(Result logs, List<Unended> unended, Optional<Found> orphans) {
    int exit() {
        if (!logs.faults().isEmpty()) {
            return Exit.FAILED;
        }
        return dead() + lost() + orphans.map(found -> found.notListed().size()).orElse(0) > 0
                ? Exit.INCOMPLETE
                : Exit.OK;
    }

    private long dead() {
        return unended.stream().filter(run -> !run.underWay()).count();
    }

    /** Orphans that are not of a run under way. */
    private long lost() {
        return orphans.stream().flatMap(found -> found.orphans().stream()).filter(file -> !file.underWay()).count();
    }

    void print(Shell shell) {
        logs.faults().forEach(fault -> line(shell, Style.BAD, name(fault.kind()), fault.toString()));
        unended.forEach(run -> print(shell, run));
        orphans.ifPresent(found -> print(shell, found));
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
                        + (lost() > 0
                                ? "; " + Human.count(lost(), "data file", "data files") + " that no log names"
                                : "")
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

    private static void print(Shell shell, Found found) {
        for (Orphan file : found.orphans()) {
            line(shell, file.underWay() ? Style.DIM : Style.BAD, file.underWay() ? "under-way" : "orphan",
                    file.uri() + ": no log names it" + (file.underWay() ? " yet, " : ", ")
                            + Human.bytes(file.bytes()) + ", written at " + file.modified());
        }
        for (NotListed folder : found.notListed()) {
            shell.err()
                    .println("tally: " + Printable.of(folder.folder()) + " was not looked into for data files that no"
                            + " log names: " + Printable.of(folder.detail()));
        }
    }

    private static void line(Shell shell, Style style, String kind, String text) {
        shell.out().println(style.on(kind, shell.terminal().colour()) + "  " + Printable.of(text));
    }

    String json() {
        var document = Json.object()
                .put("logs", logs.logs())
                .put("open", logs.open())
                .put("foreign", logs.foreign())
                .put("messages", logs.messages())
                .put("faults", new Json.Items(logs.faults().stream().<Json>map(VerifyReport::document).toList()))
                .put("unended", new Json.Items(unended.stream().<Json>map(VerifyReport::document).toList()))
                .put("localData", logs.localData());
        orphans.ifPresent(found -> document
                .put("orphans", new Json.Items(found.orphans().stream().<Json>map(VerifyReport::document).toList()))
                .put("folders", found.folders())
                .put("notListed",
                        new Json.Items(found.notListed()
                                .stream()
                                .<Json>map(folder -> Json.object()
                                        .put("folder", folder.folder())
                                        .put("detail", folder.detail()))
                                .toList())));
        return document.line();
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

    private static Json document(Orphan file) {
        return Json.object()
                .put("uri", file.uri())
                .put("bytes", file.bytes())
                .put("modified", file.modified().toString())
                .put("underWay", file.underWay());
    }

    private static String name(Fault.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
