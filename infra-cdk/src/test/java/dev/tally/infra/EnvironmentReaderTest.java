package dev.tally.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.services.logs.RetentionDays;

import dev.tally.dataset.Job;
import dev.tally.sweep.Rhythm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class EnvironmentReaderTest {

    private static final String DEPLOYMENT = """
            environment: test
            deployment: {keepData: true, logRetention: ONE_WEEK, oldVersionDays: 3, alarmEmails: [a@example.org]}
            """;

    @TempDir
    Path folder;

    @Test
    void readsADeploymentAndItsDatasets() throws IOException {
        var environment = EnvironmentReader.read(file("test", DEPLOYMENT + """
                datasets:
                  - {name: mag, prefixes: [mag/], job: {kind: none}}
                """));
        assertThat(environment.name()).isEqualTo("test");
        assertThat(environment.resource("api")).isEqualTo("tally-test-api");
        assertThat(environment.deployment().keepData()).isTrue();
        assertThat(environment.deployment().logRetention()).isEqualTo(RetentionDays.ONE_WEEK);
        assertThat(environment.deployment().oldVersionDays()).isEqualTo(3);
        assertThat(environment.deployment().alarmEmails()).containsExactly("a@example.org");
        assertThat(environment.catalog().find("mag").orElseThrow().job()).isEqualTo(new Job.None());
    }

    @Test
    void tellsAllFaultsAtOnce() throws IOException {
        refused("test",
                """
                        environment: test
                        deployment: {keepData: maybe, logRetention: A_WHILE, oldVersionDays: 0, alarmEmails: [nobody], keepLogs: 3}
                        datasets:
                          - {name: Mag, prefixes: [mag], job: {kind: cron}}
                        """,
                "test.yaml has 8 faults", "$.deployment.keepData", "$.deployment.logRetention",
                "$.deployment.oldVersionDays",
                "$.deployment.alarmEmails[0]", "$.deployment.keepLogs", "$.datasets[0].name", "$.datasets[0].prefixes",
                "$.datasets[0].job.kind");
    }

    @Test
    void sweepsHaveAnOwnRhythmIfOneIsGiven() throws IOException {
        assertThat(sweep("").every()).isEqualTo(Duration.ofMinutes(15));
        assertThat(sweep(", sweep: {every: PT5M}"))
                .isEqualTo(new Rhythm(Duration.ofMinutes(5), Duration.ofMinutes(10)));
        assertThat(sweep(", sweep: {every: PT1H, grace: PT20S}"))
                .isEqualTo(new Rhythm(Duration.ofHours(1), Duration.ofSeconds(20)));
        refused("test", withSweep(", sweep: often"), "$.deployment.sweep: has the fields every, grace");
        refused("test", withSweep(", sweep: {every: PT90S, pause: 1}"), "test.yaml has 2 faults",
                "$.deployment.sweep.pause", "$.deployment.sweep.every: has to be whole minutes");
        refused("test", withSweep(", sweep: {every: P1D}"), "$.deployment.sweep.every", "PT12H at most");
        refused("test", withSweep(", sweep: {every: PT0S}"), "$.deployment.sweep", "every minute at most");
        refused("test", withSweep(", sweep: {grace: soon}"), "$.deployment.sweep.grace", "such as PT15M, not \"soon\"");
    }

    private Rhythm sweep(String more) throws IOException {
        return EnvironmentReader.read(file("test", withSweep(more))).deployment().sweep();
    }

    private static String withSweep(String more) {
        return DEPLOYMENT.replace("]}", "]" + more + "}") + "datasets: []\n";
    }

    @Test
    void wantsADeployment() throws IOException {
        refused("test", "{environment: test, datasets: []}", "$.deployment: is missing");
    }

    @Test
    void wantsAFileOfTheEnvironmentsName() throws IOException {
        refused("other", DEPLOYMENT + "datasets: []\n", "$.environment", "test.yaml");
    }

    @Test
    void refusesAFieldThatIsThereTwice() throws IOException {
        refused("test", DEPLOYMENT + "datasets: []\ndatasets: []\n", "line 4", "datasets");
    }

    @Test
    void tellsWhereTheYamlIsBroken() throws IOException {
        refused("test", "environment: [test\n", "line 2");
    }

    @Test
    void refusesWhatIsNoMapping() throws IOException {
        refused("test", "- test\n", "is a mapping");
        refused("test", "", "is a mapping");
    }

    @Test
    void saysWhichFileIsMissing() {
        assertThatThrownBy(() -> EnvironmentReader.read(folder.resolve("nowhere.yaml")))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("nowhere.yaml")
                .hasMessageContaining("no such file");
    }

    private void refused(String name, String yaml, String... parts) throws IOException {
        var file = file(name, yaml);
        assertThatThrownBy(() -> EnvironmentReader.read(file)).isInstanceOf(EnvironmentException.class)
                .hasMessageContainingAll(parts);
    }

    private Path file(String name, String yaml) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), yaml);
    }
}
