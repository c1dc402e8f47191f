package dev.tally.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The JVM keeps what it learned before the training failed, and the launcher is not told: every start would only be slower. */
class StartupTrainingTest {
    @Test
    void runsToItsEnd() throws IOException, InterruptedException {
        var training = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                StartupTraining.class.getName())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(training.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(training.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(training.exitValue()).as(said).isZero();
    }
}
