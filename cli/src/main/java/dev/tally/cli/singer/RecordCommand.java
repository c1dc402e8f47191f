package dev.tally.cli.singer;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.tally.cli.Shell;
import dev.tally.cli.Trouble;
import dev.tally.cli.terminal.Human;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.record.ConfigException;
import dev.tally.singer.record.ConfigFile;
import dev.tally.singer.record.RecordConfig;
import dev.tally.singer.record.RecordSettings;
import dev.tally.singer.record.Recorder;
import dev.tally.singer.record.SpoolFolder;

/** The recorder, as a filter or around a tap. */
@Command(name = "record", mixinStandardHelpOptions = true, customSynopsis = {
    "tap | tally singer record --lake URI [OPTIONS] | target",
    "      tally singer record --lake URI [OPTIONS] -- tap ARGS | target"}, description = {
        "Hands on what a tap says, byte by byte, and keeps it in a lake.",
        "Exit code: the tap's; 128 and the signal's number if one ended it, 141 if the target stopped reading; 1 if the lake has not got all."})
public final class RecordCommand implements Callable<Integer> {
    private static final int BUFFER = 64 * 1024;
    private static final String DEADLINE = "TALLY_DEADLINE";
    private static final int TARGET_GONE = 141;

    private final Shell shell;

    @Option(names = "--config", paramLabel = "FILE", description = "Settings in JSON: those below as fields of \"lake\", and batch_config as Singer's SDK has it. May be the tap's own file.")
    @Nullable
    private Path config;

    @Option(names = "--off", description = "Records nothing, and only hands on.")
    private boolean off;

    @Mixin
    private RecordFlags flags = new RecordFlags();

    @Parameters(paramLabel = "-- TAP ARGS", arity = "0..*", description = "A tap to run. Signals are passed on to it.")
    private List<String> command = new ArrayList<>();

    /** @param shell what the command finds around it */
    public RecordCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        try {
            var file = configFile();
            if (off || file.off()) {
                notice("Recording is off; what the tap says is handed on.");
                return handOn();
            }
            var config = flags.config().or(environment()).or(file.config());
            var lakes = new SingerLakes(shell);
            RecordSettings settings = config.settings(Tap.name(command), lakes::isFolder, shell.clock().instant());
            if (config.uri().isEmpty()) {
                notice("No lake is given, by --lake or in a configuration; what the tap says is handed on, and not recorded.");
                return handOn();
            }
            return record(lakes.open(config.uri().get(), settings.template()), settings);
        } catch (ConfigException wrong) {
            throw Trouble.usage(String.valueOf(wrong.getMessage()), "");
        }
    }

    /** Who starts the recorder knows when it will be killed, and need not know its command line. */
    private RecordConfig environment() {
        String deadline = shell.environment().getOrDefault(DEADLINE, "");
        return new RecordConfig(
                deadline.isEmpty() ? Map.of() : Map.of("deadline", new RecordConfig.Value(deadline, DEADLINE)));
    }

    private ConfigFile configFile() throws IOException {
        if (config == null) {
            return ConfigFile.NONE;
        }
        Path file = shell.folder().resolve(config);
        try {
            return ConfigFile.read(Files.readAllBytes(file), file.toString());
        } catch (NoSuchFileException none) {
            throw Trouble.notFound("There is no file " + file + ".", "");
        }
    }

    private int record(Lake lake, RecordSettings settings) {
        var lakes = new SingerLakes(shell);
        Path spool = SpoolFolder.of(lake, settings.tap(), lakes.state());
        var recorder = new Recorder(settings, lake, spool, lakes.dataFiles(), shell.clock(), this::notice);
        Tap tap = tap();
        Signals.handle(new Endings(recorder, tap, shell.terminal().live())::accept);
        var outcome = recorder.record(tap.output(), new FileOutputStream(FileDescriptor.out), tap::exit);
        notice(closing(outcome, settings.tap(), lake, spool));
        return outcome.exitCode();
    }

    private static String closing(Recorder.Outcome outcome, String tap, Lake lake, Path spool) {
        String messages = Human.count(outcome.messages(), "message", "messages") + " of " + tap;
        long inLake = outcome.kept().inLake();
        long inSpool = outcome.kept().inSpool();
        if (outcome.handedOn() == outcome.messages() && inLake == outcome.messages()) {
            return "Recorded " + messages + " to " + lake.uri() + (outcome.failed() ? ", not without trouble." : ".");
        }
        long lost = outcome.messages() - inLake - inSpool;
        return "Of " + messages + ", " + outcome.handedOn() + " handed on; " + inLake + " in the lake " + lake.uri()
                + (inSpool > 0
                        ? "; " + inSpool + " in the spool " + spool
                                + ", which the next recording of this tap brings into the lake"
                        : "")
                + (lost > 0 ? "; " + lost + " not kept." : ".");
    }

    private int handOn() throws IOException {
        Tap tap = tap();
        if (tap instanceof TapCommand ran) {
            Signals.handle(signal -> ran.end(signal, signal == Signals.INT && shell.terminal().live()));
        }
        var in = tap.output();
        var target = new FileOutputStream(FileDescriptor.out);
        var buffer = new byte[BUFFER];
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                target.write(buffer, 0, count);
            }
        } catch (IOException closed) {
            in.close();
            return TARGET_GONE;
        }
        return tap.exit();
    }

    private Tap tap() {
        return command.isEmpty()
                ? Tap.standardInput()
                : TapCommand.start(command, shell, TapCommand.Patience.DEFAULT, this::notice);
    }

    private synchronized void notice(String text) {
        shell.err().println("tally: " + text);
        shell.err().flush();
    }
}
