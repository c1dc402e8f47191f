package dev.tally.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import dev.tally.cli.terminal.Terminal;

/** Runs the command as a test's own process would, and keeps what it printed. */
final class Cli {
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private final Map<String, String> environment = new HashMap<>();
    private final Path folder;
    private Terminal terminal = Terminal.plain();
    private InstantSource clock = InstantSource.fixed(NOW);

    record Result(int exit, String out, String err) {}

    /** @param home where nothing of a user's own is found, such as a running local cloud */
    Cli(Path home) {
        folder = home;
        environment.put("HOME", home.toString());
    }

    Cli with(StubCloud cloud) {
        environment.putAll(cloud.environment());
        return this;
    }

    Cli with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Cli on(Terminal other) {
        terminal = other;
        return this;
    }

    Cli at(InstantSource other) {
        clock = other;
        return this;
    }

    Result run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var shell = new Shell(environment, folder, new PrintWriter(out), new PrintWriter(err), terminal, clock);
        int exit = CommandLineRunner.run(shell, arguments);
        return new Result(exit, out.toString(), err.toString());
    }
}
