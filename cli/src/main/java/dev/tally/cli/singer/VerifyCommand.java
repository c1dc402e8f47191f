package dev.tally.cli.singer;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
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
import dev.tally.cli.terminal.Style;
import dev.tally.singer.inspect.Verification;
import dev.tally.singer.inspect.Verification.Result;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.read.Fault;
import dev.tally.singer.read.Scrutiny;

/** Reads a lake whole, and compares it with what was recorded. */
@Command(name = "verify", mixinStandardHelpOptions = true, description = {
    "Reads every log and compares it with what was recorded, with its neighbours and with the data files that it names.",
    "Exit code 1 if something is wrong."})
public final class VerifyCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    private LogOptions logs = new LogOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(names = "--no-data-check", description = "Does not look for the data files that BATCH messages name.")
    private boolean noDataCheck;

    @Option(names = "--strict", description = "Tells as well of NaN and Infinity, names that stand twice in an object, bytes that are no UTF-8, and halves of surrogate pairs.")
    private boolean strict;

    /** @param shell what the command finds around it */
    public VerifyCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Lake lake = logs.open(shell);
        Result result;
        try (var progress = new ReplayProgress(shell, "Verified")) {
            var verification = new Verification(lake, logs.range(shell),
                    noDataCheck ? Optional.empty() : Optional.of(new SingerLakes(shell).dataFiles()),
                    strict ? Scrutiny.STRICT : Scrutiny.WHOLE);
            result = verification.run(log -> progress.gave(log.entry(), log.content().messages()));
        }
        if (result.logs() == 0) {
            throw LakeTroubles.noLogs(lake);
        }
        if (output.isJson()) {
            printJson(result);
        } else {
            print(result);
        }
        return result.faults().isEmpty() ? Exit.OK : Exit.FAILED;
    }

    private void print(Result result) {
        result.faults()
                .forEach(fault -> shell.out()
                        .println(Style.BAD.on(name(fault.kind()), shell.terminal().colour()) + "  "
                                + Printable.of(fault.toString())));
        if (!result.localData().isEmpty()) {
            shell.err()
                    .println("tally: " + Human.count(result.localData().size(), "data file is", "data files are")
                            + " on one machine alone, such as " + Printable.of(result.localData().getFirst())
                            + "; recorded with --batch-data=copy they would be in the lake.");
        }
        shell.out()
                .println(Human.count(result.logs(), "log", "logs") + " with "
                        + Human.count(result.messages(), "message", "messages")
                        + ", "
                        + (result.faults().isEmpty()
                                ? "no fault"
                                : Human.count(result.faults().size(), "fault", "faults"))
                        + (result.open() > 0 ? "; " + result.open() + " not closed" : "")
                        + (result.foreign() > 0 ? "; " + result.foreign() + " with nothing to compare with" : "")
                        + ".");
    }

    private void printJson(Result result) {
        shell.out()
                .println(Json.object()
                        .put("logs", result.logs())
                        .put("open", result.open())
                        .put("foreign", result.foreign())
                        .put("messages", result.messages())
                        .put("faults",
                                new Json.Items(result.faults().stream().<Json>map(VerifyCommand::document).toList()))
                        .put("localData", result.localData())
                        .line());
    }

    private static Json document(Fault fault) {
        var fields = Json.object().put("kind", name(fault.kind())).put("log", fault.path());
        fault.message().ifPresent(message -> fields.put("message", message));
        fault.stream().ifPresent(stream -> fields.put("stream", stream));
        return fields.put("detail", fault.detail());
    }

    private static String name(Fault.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
