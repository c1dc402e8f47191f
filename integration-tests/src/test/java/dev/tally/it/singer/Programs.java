package dev.tally.it.singer;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.tally.it.Tally;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs programs one behind the other, as a shell does with a pipe between them. */
final class Programs {
    private static final int MINUTES = 5;

    private final Path folder;
    private final Map<String, String> environment;

    Programs(Path folder) {
        this(folder, Tally.ENVIRONMENT);
    }

    /**
     * @param folder for what they print
     * @param environment added to that of this process
     */
    Programs(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = Map.copyOf(environment);
    }

    /**
     * How they ended.
     *
     * @param exits one for each program
     * @param out what the last printed
     * @param err what each wrote to its standard error, one after the other
     */
    record Ended(List<Integer> exits, Path out, String err) {
        Ended {
            exits = List.copyOf(exits);
        }

        String text() throws IOException {
            return Files.readString(out);
        }

        Ended assertThatAllSucceeded() {
            assertThat(exits).as(err).containsOnly(0);
            return this;
        }
    }

    /** @param in what the first one reads */
    @SafeVarargs
    final Ended pipe(Path in, List<String>... programs) throws IOException, InterruptedException {
        var builders = new ArrayList<ProcessBuilder>();
        var errors = new ArrayList<Path>();
        for (List<String> words : programs) {
            Path err = Files.createTempFile(folder, "err", ".txt");
            errors.add(err);
            var builder = new ProcessBuilder(words).directory(folder.toFile()).redirectError(err.toFile());
            builder.environment().putAll(environment);
            builders.add(builder);
        }
        Path out = Files.createTempFile(folder, "out", ".txt");
        builders.getFirst().redirectInput(in.toFile());
        builders.getLast().redirectOutput(out.toFile());
        var exits = new ArrayList<Integer>();
        for (Process process : ProcessBuilder.startPipeline(builders)) {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as("ends: " + process.info()).isTrue();
            exits.add(process.exitValue());
        }
        var text = new StringBuilder();
        for (Path err : errors) {
            text.append(Files.readString(err));
        }
        return new Ended(exits, out, text.toString());
    }

    /** A program that reads nothing. */
    Ended run(List<String> words) throws IOException, InterruptedException {
        return pipe(new File("/dev/null").toPath(), words);
    }
}
