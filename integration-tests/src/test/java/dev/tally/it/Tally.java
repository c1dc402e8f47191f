package dev.tally.it;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** The command, run as a process of its own. */
public final class Tally {
    /** Variables of a process that is not at a terminal. */
    public static final Map<String, String> ENVIRONMENT = Map.of("TALLY_TERMINAL", "", "LC_ALL", "C.UTF-8");

    private static final int MINUTES = 5;

    private Tally() {}

    /** What it printed, and how it ended. */
    record Result(int exit, String out, String err) {}

    /** The words that run it from the class path of the tests. */
    public static List<String> command(String... arguments) {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "dev.tally.cli.Main"));
        command.addAll(List.of(arguments));
        return List.copyOf(command);
    }

    /** @param settings environment variables, added to those of this process */
    static Result run(Map<String, String> settings, String... arguments) throws IOException, InterruptedException {
        return run(settings, Redirect.PIPE, arguments);
    }

    /** Runs {@code tally singer} with what it needs to talk to the cloud, and with its spools in the folder. */
    static Result singer(Cloud cloud, Path folder, Redirect input, String... arguments)
            throws IOException, InterruptedException {
        Map<String, String> settings = new HashMap<>(cloud.settings());
        settings.put("XDG_STATE_HOME", folder.toString());
        return run(settings, input,
                Stream.concat(Stream.of("singer"), Stream.of(arguments)).toArray(String[]::new));
    }

    /**
     * @param settings environment variables, added to those of this process
     * @param input what it reads
     */
    static Result run(Map<String, String> settings, Redirect input, String... arguments)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("tally", ".out");
        Path err = Files.createTempFile("tally", ".err");
        try {
            var process = new ProcessBuilder(command(arguments)).redirectInput(input)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            process.environment().putAll(settings);
            process.environment().putAll(ENVIRONMENT);
            var running = process.start();
            assertThat(running.waitFor(MINUTES, TimeUnit.MINUTES)).as(String.join(" ", arguments)).isTrue();
            return new Result(running.exitValue(), Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
