package dev.tally.cli.singer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import dev.tally.cli.Exit;
import dev.tally.cli.OutputOptions;
import dev.tally.cli.Shell;
import dev.tally.cli.api.Json;
import dev.tally.cli.terminal.Human;
import dev.tally.cli.terminal.Style;
import dev.tally.cli.terminal.Table;
import dev.tally.cli.terminal.Table.Cell;
import dev.tally.cli.terminal.Table.Column;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.read.Survey;
import dev.tally.singer.read.Survey.Standing;
import dev.tally.singer.read.Surveyor;

/** Lists the logs of a lake, by what lies beside them. */
@Command(name = "ls", mixinStandardHelpOptions = true, description = "Lists the logs of a lake in replay order.")
public final class LsCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private LogOptions logs = new LogOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** @param shell what the command finds around it */
    public LsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Lake lake = logs.open(shell);
        var entries = new ArrayList<LogEntry>();
        lake.list(logs.range(shell), entries::add);
        if (entries.isEmpty()) {
            throw LakeTroubles.noLogs(lake);
        }
        var surveyor = new Surveyor(lake, Optional.empty());
        var found = new ArrayList<Survey>();
        for (LogEntry entry : entries) {
            found.add(surveyor.glance(entry));
        }
        if (output.isJson()) {
            shell.out()
                    .println(Json.object()
                            .put("logs", new Json.Items(found.stream().<Json>map(LsCommand::document).toList()))
                            .line());
        } else {
            print(found);
        }
        return Exit.OK;
    }

    private void print(List<Survey> found) {
        var table = new Table(Column.left("BEGUN"), Column.flexible("LOG"), Column.right("MESSAGES"),
                Column.right("STATES"),
                Column.right("SIZE"), Column.left("NOTE"));
        for (Survey log : found) {
            table.add(Cell.of(log.entry().name().ulid().time().toString()), Cell.of(log.path()),
                    Cell.of(String.format(Locale.ROOT, "%,d", log.content().messages())),
                    Cell.of(Long.toString(log.content().states())), Cell.of(Human.bytes(log.entry().size())),
                    new Cell(note(log), log.standing() == Standing.CLOSED ? Style.PLAIN : Style.WAITING));
        }
        table.lines(shell.terminal()).forEach(shell.out()::println);
    }

    private static String note(Survey log) {
        return switch (log.standing()) {
            case OPEN -> "not closed";
            case FOREIGN -> log.faults().isEmpty() ? "no facts" : "not readable";
            case CLOSED -> log.content().invalid() > 0
                    ? Human.count(log.content().invalid(), "line is", "lines are") + " no message"
                    : "";
        };
    }

    private static Json document(Survey log) {
        var fields = Json.object()
                .put("log", log.path())
                .put("ulid", log.entry().name().ulid().text())
                .put("begun", log.entry().name().ulid().time().toString())
                .put("standing", log.standing().name().toLowerCase(Locale.ROOT));
        log.tap().ifPresent(tap -> fields.put("tap", tap));
        log.origin()
                .ifPresent(origin -> fields.put("run", origin.run().text())
                        .put("part", origin.part())
                        .put("firstMessage", origin.firstMessage())
                        .put("lastMessage", origin.lastMessage()));
        return fields.put("messages", log.content().messages())
                .put("states", log.content().states())
                .put("invalid", log.content().invalid())
                .put("bytes", log.content().bytes())
                .put("storedBytes", log.entry().size());
    }
}
