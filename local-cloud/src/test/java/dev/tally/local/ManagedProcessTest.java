package dev.tally.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ManagedProcessTest {

    @TempDir
    Path folder;

    private Process process;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder("sleep", "600").start();
    }

    @AfterEach
    void stop() {
        process.destroyForcibly();
    }

    @Test
    void aProcessIsRecognisedAndEnded() throws InterruptedException {
        var managed = ManagedProcess.of(process.toHandle(), 1);
        assertThat(managed.isAlive()).isTrue();

        managed.end();

        assertThat(process.waitFor()).isNotZero();
        assertThat(managed.isAlive()).isFalse();
        managed.end();
    }

    @Test
    void aStrangerWithTheSameIdIsNeitherRecognisedNorEnded() {
        var known = ManagedProcess.of(process.toHandle(), 1);
        var predecessor = new ManagedProcess(known.pid(), known.startedAt().minus(Duration.ofHours(1)), 1);

        predecessor.end();

        assertThat(predecessor.isAlive()).isFalse();
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void anOrphanThatNobodyBuriesCountsAsEnded() throws IOException {
        var script = "import subprocess, time; child = subprocess.Popen(['sleep', '600']); print(child.pid, flush=True); time.sleep(600)";
        var parent = new ProcessBuilder("python3", "-c", script).start();
        try {
            var child = ProcessHandle.of(Long.parseLong(parent.inputReader().readLine())).orElseThrow();
            var managed = ManagedProcess.of(child, 1);
            assertThat(managed.isAlive()).isTrue();

            managed.end();

            assertThat(managed.isAlive()).isFalse();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void whatIsKnownOfACloudSurvivesTheCommand() {
        var file = folder.resolve("state/state.properties");
        var emulator = ManagedProcess.of(process.toHandle(), 4711);
        var state = CloudState.NOTHING.withEmulator(emulator)
                .withHost(new ManagedProcess(2, emulator.startedAt(), 4712), "abc")
                .withBootstrap()
                .withDeployed("def", Map.of("/a b/x=y.jar", "01"))
                .withRunning(Map.of("/a b/x=y.jar", "02"));

        state.write(file);

        assertThat(CloudState.read(file)).isEqualTo(state);
        assertThat(CloudState.read(file).runningEmulator()).contains(emulator);
        assertThat(CloudState.read(file).runningHost()).isEmpty();
    }

    @Test
    void aKilledPredecessorsStateCountsAsDown() throws InterruptedException {
        var file = folder.resolve("state.properties");
        CloudState.NOTHING.withEmulator(ManagedProcess.of(process.toHandle(), 4711))
                .withDeployed("def", Map.of())
                .write(file);

        process.destroyForcibly().waitFor();

        assertThat(CloudState.read(file).runningEmulator()).isEqualTo(Optional.empty());
    }

    @Test
    void aStateThatWasNeverWrittenIsOfNothing() {
        assertThat(CloudState.read(folder.resolve("none"))).isEqualTo(CloudState.NOTHING);
    }
}
