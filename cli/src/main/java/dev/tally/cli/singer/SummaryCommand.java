package dev.tally.cli.singer;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import dev.tally.cli.Exit;
import dev.tally.cli.OutputOptions;
import dev.tally.cli.Shell;
import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Table;
import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;
import dev.tally.singer.inspect.Summary;
import dev.tally.singer.inspect.Summary.OfStream;
import dev.tally.singer.lake.Lake;

/** Counts what a lake has. */
@Command(name = "summary", mixinStandardHelpOptions = true, description = "Counts messages by stream and type, with the times at which the first and the last log was begun and how often the schema changed.")
public final class SummaryCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private LogOptions logs = new LogOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** @param shell what the command finds around it */
    public SummaryCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Lake lake = logs.open(shell);
        Summary summary;
        try (var progress = new ReplayProgress(shell, "Counted")) {
            summary = Summary.of(lake, logs.range(shell),
                    log -> progress.gave(log.entry(), log.content().messages()));
        }
        if (summary.logs() == 0) {
            throw LakeTroubles.noLogs(lake);
        }
        if (output.isJson()) {
            printJson(summary);
        } else {
            print(summary);
        }
        return Exit.OK;
    }

    private void print(Summary summary) {
        var table = new Table(Column.flexible("TAP"), Column.flexible("STREAM"), Column.right("SCHEMA"),
                Column.right("RECORD"),
                Column.right("BATCH"), Column.right("ACTIVATE_VERSION"), Column.right("CHANGES"), Column.left("FIRST"),
                Column.left("LAST"));
        for (OfStream stream : summary.streams()) {
            var counts = stream.counts();
            table.add(Cell.of(stream.tap()), Cell.of(stream.stream()), number(counts.schemas()),
                    number(counts.records()),
                    number(counts.batches()), number(counts.versions()), number(stream.schemaChanges()),
                    Cell.of(stream.first().toString()), Cell.of(stream.last().toString()));
        }
        if (!table.isEmpty()) {
            table.lines(shell.terminal()).forEach(shell.out()::println);
        }
        shell.out()
                .println(Human.count(summary.logs(), "log", "logs") + " of "
                        + Human.count(summary.runs(), "run", "runs") + ": "
                        + Human.count(summary.messages(), "message", "messages") + ", "
                        + Human.count(summary.states(), "STATE", "STATEs") + ", " + Human.bytes(summary.bytes())
                        + (summary.others() > 0 ? ", " + summary.others() + " of other types" : "")
                        + (summary.invalid() > 0 ? ", " + summary.invalid() + " lines that are no messages" : "")
                        + ".");
    }

    private static Cell number(long count) {
        return Cell.of(String.format(Locale.ROOT, "%,d", count));
    }

    private void printJson(Summary summary) {
        shell.out()
                .println(Json.object()
                        .put("logs", summary.logs())
                        .put("runs", summary.runs())
                        .put("messages", summary.messages())
                        .put("bytes", summary.bytes())
                        .put("states", summary.states())
                        .put("others", summary.others())
                        .put("invalid", summary.invalid())
                        .put("streams",
                                new Json.Items(summary.streams().stream().<Json>map(SummaryCommand::document).toList()))
                        .line());
    }

    private static Json document(OfStream stream) {
        return Json.object()
                .put("tap", stream.tap())
                .put("stream", stream.stream())
                .put("SCHEMA", stream.counts().schemas())
                .put("RECORD", stream.counts().records())
                .put("BATCH", stream.counts().batches())
                .put("ACTIVATE_VERSION", stream.counts().versions())
                .put("schemaChanges", stream.schemaChanges())
                .put("first", stream.first().toString())
                .put("last", stream.last().toString());
    }
}
