package dev.tally.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

import dev.tally.cli.terminal.Terminal;

/**
 * What the launcher runs once for each build, so that the JVM can keep the classes which commands load: the commands whose
 * start-up matters, against a small server of its own.
 */
final class StartupTraining {
    private StartupTraining() {}

    static void main(String[] arguments) {
        var shell = new Shell(Map.of(), Path.of(""), nowhere(), nowhere(), new Terminal(true, true, true, true, 100),
                InstantSource.system());
        CommandLineRunner.run(shell, "--version");
        CommandLineRunner.run(shell, "help");
    }

    private static PrintWriter nowhere() {
        return new PrintWriter(Writer.nullWriter());
    }
}
