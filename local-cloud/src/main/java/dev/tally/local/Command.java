package dev.tally.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A program to start, with its output in a log file.
 *
 * @param environment added to that of this process, from which all is taken away that could point a tool at another cloud or another Python
 */
record Command(List<String> words, Path directory, Map<String, String> environment, Path log) {

    private static final Pattern FOREIGN = Pattern
            .compile("(AWS_|MINISTACK_|LOCALSTACK_|CDK_|PYTHONPATH$|PYTHONHOME$).*");
    private static final String LOOPBACK = "127.0.0.1,localhost";
    private static final int TAIL_LINES = 20;
    private static final int TAIL_WIDTH = 300;

    Command {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    Process start() {
        var builder = new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
        var variables = builder.environment();
        variables.keySet().removeIf(name -> FOREIGN.matcher(name).matches());
        variables.putAll(environment);
        // A proxy that is set for the world outside must not be asked for what is here.
        variables.merge("NO_PROXY", LOOPBACK, (theirs, ours) -> theirs + "," + ours);
        variables.merge("no_proxy", LOOPBACK, (theirs, ours) -> theirs + "," + ours);
        try {
            Files.createDirectories(log.getParent());
            builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            return builder.start();
        } catch (IOException problem) {
            throw new LocalCloudException("cannot start " + words.getFirst() + ": " + problem.getMessage(), problem);
        }
    }

    /** Waits for the end; a failure is told with the last lines of the log. */
    void run(String purpose) {
        var process = start();
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new LocalCloudException("%s failed (exit code %d of %s). The end of %s:%n%s".formatted(purpose,
                        code, words.getFirst(), log, tail(log)));
            }
        } catch (InterruptedException interrupted) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            Thread.currentThread().interrupt();
            throw new LocalCloudException(purpose + " was interrupted", interrupted);
        }
    }

    private static String shortened(String line) {
        return line.length() <= TAIL_WIDTH ? line : line.substring(0, TAIL_WIDTH) + "…";
    }

    /** The last lines of a log, for a message. */
    static String tail(Path log) {
        try {
            var lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines()
                    .map(Command::shortened)
                    .toList();
            return String.join(System.lineSeparator(),
                    lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException absent) {
            return "(no log)";
        }
    }
}
