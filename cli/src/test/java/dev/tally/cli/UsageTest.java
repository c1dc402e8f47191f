package dev.tally.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

final class UsageTest {
    @TempDir
    private Path home;

    @Test
    void itsVersionIsOnTheFirstLine() {
        assertThat(run("--version").out()).startsWith("tally ");
    }

    @ParameterizedTest
    @CsvSource({"lsit, tally list", "list --datset x, tally list --dataset", "local downn, tally local down"})
    void aMistypedWordIsAnsweredWithTheNearest(String typed, String meant) {
        var result = run(typed.split(" ", -1));
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).contains("Did you mean: " + meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "local", "manifest", "status", "status x", "list --status LOST",
        "watch demo/a --timeout soon",
        "upload demo", "list --limit 0", "singer", "singer record --lake ftp://x", "singer record --lake x --mode now",
        "demo --files 1"})
    void wrongUsageIsExitCode2(String line) {
        var result = line.isEmpty() ? run() : run(line.split(" ", -1));
        assertThat(result.exit()).as(result.err()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).startsWith("tally: ");
        assertThat(result.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"upload", "list", "status", "why", "watch", "datasets", "manifest create", "manifest check",
        "local up",
        "local down", "local env", "local status", "demo"})
    void everyCommandThatHasAResultPrintsItAsJsonToo(String command) {
        var result = run((command + " --help").split(" ", -1));
        assertThat(result.exit()).isZero();
        assertThat(result.out()).contains("-o, --output=FORMAT");
    }

    @Test
    void itsHelpNamesEveryCommand() {
        assertThat(run("help").out()).contains("upload", "list", "status", "why", "watch", "datasets", "manifest",
                "singer", "local", "demo",
                "generate-completion");
    }

    @Test
    void completionKnowsTheCommands() {
        assertThat(run("generate-completion").out()).contains("complete -F _complete_tally", "watch", "--dataset");
    }

    @Test
    void aDamagedManifestIsToldWithItsFaults() throws IOException {
        Files.writeString(home.resolve("x.manifest.json"), """
                {"tallyManifest": 1, "members": [
                  {"path": "../etc/x", "size": -1, "siez": 2},
                  {"path": "C:\\\\x"}]}""");
        var result = run("manifest", "check", "x.manifest.json");
        assertThat(result.exit()).isEqualTo(Exit.FAILED);
        assertThat(result.out()).contains("4 faults", "did you mean \"size\"?", "line 2", "\"..\"",
                "is a path of Windows");
    }

    @Test
    void aManifestThatIsMadeHereIsAcceptedHere() throws IOException {
        Files.createDirectories(home.resolve("night/sub"));
        Files.writeString(home.resolve("night/a b.csv"), "a");
        Files.writeString(home.resolve("night/sub/é.csv"), "b");
        assertThat(run("manifest", "create", "night", "--to", "night/night.manifest.json").exit()).isZero();
        assertThat(run("manifest", "check", "night/night.manifest.json").out())
                .contains("night: 2 members, accepted; all files are as it says.");
        Files.writeString(home.resolve("night/a b.csv"), "z");
        Files.delete(home.resolve("night/sub/é.csv"));
        var changed = run("manifest", "check", "night/night.manifest.json");
        assertThat(changed.exit()).isEqualTo(Exit.INCOMPLETE);
        assertThat(changed.out()).contains("differs  a b.csv", "missing  sub/é.csv");
    }

    private Cli.Result run(String... arguments) {
        return new Cli(home).run(arguments);
    }
}
