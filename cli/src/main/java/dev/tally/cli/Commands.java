package dev.tally.cli;

import java.util.LinkedHashMap;
import java.util.Map;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IFactory;

import dev.tally.cli.singer.LsCommand;
import dev.tally.cli.singer.RecordCommand;
import dev.tally.cli.singer.ReplayCommand;
import dev.tally.cli.singer.RetainCommand;
import dev.tally.cli.singer.SingerCommand;
import dev.tally.cli.singer.StateCommand;
import dev.tally.cli.singer.SummaryCommand;
import dev.tally.cli.singer.VerifyCommand;

/**
 * All commands, in the order of the help. Reading the annotations of a command takes longer than many a command does, so where a word names
 * one, only that one is read.
 *
 * @param below the commands of a group, by their names
 */
record Commands(Class<?> type, Map<String, Commands> below) {
    private static final Commands ALL = group(TallyCommand.class)
            .with("upload", UploadCommand.class)
            .with("list", ListCommand.class)
            .with("status", StatusCommand.class)
            .with("why", WhyCommand.class)
            .with("watch", WatchCommand.class)
            .with("reprocess", ReprocessCommand.class)
            .with("withdraw", WithdrawCommand.class)
            .with("datasets", DatasetsCommand.class)
            .with("manifest", group(ManifestCommand.class)
                    .with("create", ManifestCreateCommand.class)
                    .with("check", ManifestCheckCommand.class))
            .with("singer", group(SingerCommand.class)
                    .with("record", RecordCommand.class)
                    .with("replay", ReplayCommand.class)
                    .with("verify", VerifyCommand.class)
                    .with("ls", LsCommand.class)
                    .with("summary", SummaryCommand.class)
                    .with("state", StateCommand.class)
                    .with("retain", RetainCommand.class))
            .with("local", group(LocalCommand.class)
                    .with("up", LocalCommand.Up.class)
                    .with("down", LocalCommand.Down.class)
                    .with("env", LocalCommand.Env.class)
                    .with("status", LocalCommand.Status.class)
                    .with("logs", LocalCommand.Logs.class))
            .with("demo", DemoCommand.class)
            .with("help", HelpCommand.class)
            .with("generate-completion", AutoComplete.GenerateCompletion.class);

    private static Commands group(Class<?> type) {
        return new Commands(type, new LinkedHashMap<>());
    }

    private Commands with(String name, Class<?> command) {
        return with(name, group(command));
    }

    private Commands with(String name, Commands commands) {
        below.put(name, commands);
        return this;
    }

    /** What these arguments need of them. */
    static CommandLine of(IFactory factory, String... arguments) {
        return ALL.commandLine(factory, 0, arguments);
    }

    private CommandLine commandLine(IFactory factory, int at, String... arguments) {
        var commandLine = new CommandLine(type, factory);
        var word = at < arguments.length ? arguments[at] : "";
        boolean alone = word.equals("--version") || (below.containsKey(word) && !readsOthers(word));
        below.forEach((name, commands) -> {
            if (!alone || name.equals(word)) {
                commandLine.addSubcommand(name, commands.commandLine(factory, at + 1, arguments));
            }
        });
        return commandLine;
    }

    private static boolean readsOthers(String name) {
        return name.equals("help") || name.equals("generate-completion");
    }
}
