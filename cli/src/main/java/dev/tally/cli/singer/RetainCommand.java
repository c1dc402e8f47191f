package dev.tally.cli.singer;

import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import dev.tally.cli.Exit;
import dev.tally.cli.OutputOptions;
import dev.tally.cli.Shell;
import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Printable;
import dev.tally.singer.inspect.Retention;
import dev.tally.singer.inspect.Retention.Plan;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.read.Survey;

/** Tells what of a lake may go, and deletes it if that is asked for. */
@Command(name = "retain", mixinStandardHelpOptions = true, description = {
    "Tells which logs may go: whole runs that ended before a time, but never the last one with a STATE, nor what came after it.",
    "Data files that a kept log names, or that the lake did not copy itself, stay; and so do those that no log names: verify tells of them."})
public final class RetainCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private LogOptions logs = new LogOptions();

    @Option(names = "--before", required = true, paramLabel = "TIME", description = "Runs that ended before then may go: 2026-11-30, 2026-11-30T08:00:00Z, or a time ago such as 90d.")
    private String before = "";

    @Option(names = "--delete", description = "Deletes them. Without it nothing is changed.")
    private boolean delete;

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** @param shell what the command finds around it */
    public RetainCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Lake lake = logs.open(shell);
        Instant time = LogOptions.time("--before", before, shell).orElseThrow();
        var retention = new Retention(lake);
        Plan plan = retention.plan(logs.range(shell), time);
        if (plan.logs().isEmpty() && plan.kept() == 0) {
            throw LakeTroubles.noLogs(lake);
        }
        if (delete) {
            retention.carryOut(plan);
        }
        if (output.isJson()) {
            printJson(plan);
        } else {
            print(plan);
        }
        return Exit.OK;
    }

    private void print(Plan plan) {
        plan.logs().forEach(log -> shell.out().println(Printable.of(log.path())));
        plan.copies().forEach(copy -> shell.out().println(Printable.of(copy)));
        long bytes = plan.logs().stream().mapToLong(log -> log.entry().size()).sum();
        shell.err()
                .println("tally: " + (delete ? "Deleted " : "May go: ") + Human.count(plan.logs().size(), "log", "logs")
                        + ", "
                        + Human.bytes(bytes) + ", and "
                        + Human.count(plan.copies().size(), "copied data file", "copied data files")
                        + "; " + Human.count(plan.kept(), "log is", "logs are") + " kept."
                        + (delete || plan.logs().isEmpty() ? "" : " With --delete they go."));
        if (!plan.unnamed().isEmpty()) {
            shell.err()
                    .println("tally: " + Human.count(plan.unnamed().size(), "data file", "data files") + " that no log "
                            + (delete ? "names any more" : "would name then")
                            + " stay, for they are not the lake's: such as "
                            + Printable.of(plan.unnamed().getFirst()));
        }
    }

    private void printJson(Plan plan) {
        shell.out()
                .println(Json.object()
                        .put("deleted", delete)
                        .put("logs", plan.logs().stream().map(Survey::path).toList())
                        .put("copies", plan.copies())
                        .put("kept", plan.kept())
                        .put("unnamed", plan.unnamed())
                        .line());
    }
}
