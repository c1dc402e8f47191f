package dev.tally.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** The command, run as a process of its own. */
final class Tally {
    private static final int MINUTES = 5;

    private Tally() {}

    /** What it printed, and how it ended. */
    record Result(int exit, String out, String err) {}

    /** @param settings environment variables, added to those of this process */
    static Result run(Map<String, String> settings, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "dev.tally.cli.Main"));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("tally", ".out");
        Path err = Files.createTempFile("tally", ".err");
        try {
            var process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            process.environment().putAll(settings);
            process.environment().put("TALLY_TERMINAL", "");
            process.environment().put("LC_ALL", "C.UTF-8");
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
