package dev.tally.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

import dev.tally.cli.terminal.Terminal;

/**
 * What a command finds around it: everything that a test sets up another way.
 *
 * @param environment the environment variables
 * @param folder what relative paths are relative to
 * @param out for results
 * @param err for progress, warnings and errors
 */
public record Shell(Map<String, String> environment, Path folder, PrintWriter out, PrintWriter err, Terminal terminal,
        InstantSource clock) {

    public Shell {
        environment = Map.copyOf(environment);
    }

    /** How the user called it, for commands that are suggested. */
    String command() {
        return environment.getOrDefault("TALLY_COMMAND", "tally");
    }

    static Shell ofProcess() {
        var environment = System.getenv();
        return new Shell(environment, Path.of("").toAbsolutePath(), writer(FileDescriptor.out),
                writer(FileDescriptor.err), Terminal.of(environment), InstantSource.system());
    }

    /** Our documents are UTF-8 whatever the locale says. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
