package dev.tally.local;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.local.host.SampleFunctions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A local cloud's whole life, with the real emulator and CDK command line, and an app that takes no time to synthesize. */
class LocalCloudTest {

    private static final List<String> INSTALLED = List.of("emulator", "cdk");

    @TempDir
    Path folder;

    private final Told told = new Told();
    private Map<String, String> variables;
    private LocalCloud cloud;
    private Path app;

    @BeforeEach
    void prepare() throws IOException {
        variables = new HashMap<>(System.getenv());
        variables.keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("TALLY_"));
        variables.put("XDG_STATE_HOME", folder.resolve("state").toString());
        variables.put("XDG_CACHE_HOME", ownCache().toString());
        cloud = LocalCloud.named("test", variables);
        app = Files.createDirectories(folder.resolve("app"));
        for (var name : List.of("cdk.json", "app.sh", "manifest.json", "assets.json", "template.json")) {
            Files.write(app.resolve(name), PinnedResource.bytes("sample-app/" + name));
        }
        Files.writeString(app.resolve("greeting.txt"), "hello " + folder.getFileName());
        SampleFunctions.archive(app);
    }

    @AfterEach
    void end() throws IOException {
        cloud.down();
        for (var installed : INSTALLED) {
            Files.delete(folder.resolve("cache/tally").resolve(installed));
        }
    }

    @Test
    void aCloudComesUpStaysUpAndGoesDown() throws Exception {
        var first = up();
        assertThat(first.isUp()).isTrue();
        assertThat(told.finished()).containsExactlyInAnyOrder(Phase.SYNTHESIZE, Phase.START_EMULATOR, Phase.START_HOST,
                Phase.BOOTSTRAP, Phase.DEPLOY, Phase.VERIFY);
        assertThat(question()).startsWith("hello " + folder.getFileName() + " " + first.host().orElseThrow().pid());
        assertThat(logs("echo")).isNotEmpty().allMatch(line -> line.contains("\"message\":\"answering\""));
        assertThat(logs("other")).isEmpty();

        // Nothing to do.
        var second = up();
        assertThat(told.finished()).isEmpty();
        assertThat(second).isEqualTo(first);

        // Newer code, and nothing else: what is deployed stays.
        touchArchive();
        assertThat(up()).isEqualTo(first);
        assertThat(told.finished()).containsExactly(Phase.REFRESH_CODE);
        assertThat(question()).endsWith(" 2");
        assertThat(runs()).isEqualTo(1);

        // A change of the app is deployed, with the newer code.
        Files.writeString(app.resolve("greeting.txt"), "good day");
        up();
        assertThat(told.finished()).containsExactlyInAnyOrder(Phase.SYNTHESIZE, Phase.DEPLOY, Phase.VERIFY);
        assertThat(question()).startsWith("good day");

        assertThat(cloud.down()).isTrue();
        assertThat(cloud.down()).isFalse();
        assertThat(cloud.status("dev").endpoint()).isEmpty();
        assertThat(cloud.environment("dev")).isEmpty();
        var emulator = first.emulator().orElseThrow();
        assertThat(new ManagedProcess(emulator.pid(), emulator.startedAt(), emulator.port()).isAlive()).isFalse();
        assertThat(first.folder()).doesNotExist();

        // The same again: synthesized before, and at the same address.
        assertThat(up().endpoint()).isEqualTo(first.endpoint());
        assertThat(told.finished()).doesNotContain(Phase.SYNTHESIZE);
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void aKilledPredecessorIsSucceeded() throws Exception {
        var first = up();

        cloud.killHost();
        assertThat(cloud.status("dev").host()).isEmpty();
        var second = up();
        assertThat(told.finished()).containsExactly(Phase.START_HOST);
        assertThat(second.emulator()).isEqualTo(first.emulator());
        assertThat(second.host().orElseThrow().port()).isEqualTo(first.host().orElseThrow().port());
        assertThat(question()).contains(" " + second.host().orElseThrow().pid() + " ");

        ProcessHandle.of(second.emulator().orElseThrow().pid()).orElseThrow().destroyForcibly();
        var third = up();
        assertThat(told.finished()).contains(Phase.START_EMULATOR, Phase.START_HOST, Phase.BOOTSTRAP, Phase.DEPLOY);
        assertThat(third.emulator().orElseThrow().pid()).isNotEqualTo(second.emulator().orElseThrow().pid());
        assertThat(question()).startsWith("hello");
    }

    @Test
    void anAppThatFailsIsToldWithWhatItSaidAndTheNextUpGoesOn() throws Exception {
        var template = Files.readString(app.resolve("template.json"));
        Files.writeString(app.resolve("template.json"), template.replace("AWS::ApiGatewayV2::Stage", "AWS::No::Such"));
        assertThatThrownBy(this::up).isInstanceOf(LocalCloudException.class)
                .hasMessageContaining("Deploying the stacks failed")
                .hasMessageContaining("AWS::No::Such");
        assertThat(cloud.status("dev").deployed()).isFalse();

        Files.writeString(app.resolve("template.json"), template);
        assertThat(up().isUp()).isTrue();
        assertThat(told.finished()).containsExactlyInAnyOrder(Phase.SYNTHESIZE, Phase.DEPLOY, Phase.VERIFY);
    }

    @Test
    void anotherCloudThatTheUserChoseIsUsedAndLeftAlone() {
        var running = up();
        told.forget();
        var other = chosen(running);

        var status = other.up(project(), told);

        assertThat(told.finished()).isEmpty();
        assertThat(status.name()).isEqualTo("external");
        assertThat(status.deployed()).isTrue();
        assertThat(status.outputs()).containsKey("ApiUrl");
        assertThat(other.environment("dev").orElseThrow().variables())
                .containsEntry("TALLY_API_URL", cloud.environment("dev").orElseThrow().variables().get("TALLY_API_URL"))
                .doesNotContainKey("AWS_ACCESS_KEY_ID");
        assertThat(other.status("prod").deployed()).isFalse();
        assertThat(other.down()).isFalse();
        assertThat(running.isUp()).isTrue();
        assertThat(cloud.status("dev")).isEqualTo(running);
    }

    /** The running cloud, as if somebody else ran it. */
    private LocalCloud chosen(CloudStatus running) {
        var chosen = new HashMap<>(variables);
        chosen.putAll(Map.of("AWS_ENDPOINT_URL", running.endpoint().orElseThrow().toString(), "AWS_ACCESS_KEY_ID",
                "mine", "AWS_SECRET_ACCESS_KEY", "secret"));
        chosen.put("XDG_STATE_HOME", folder.resolve("other-state").toString());
        return LocalCloud.named("test", chosen);
    }

    @Test
    void anotherCloudIsDeployedToOnRequest() throws Exception {
        var other = chosen(up());
        told.forget();
        var template = Files.readString(app.resolve("template.json"));
        Files.writeString(app.resolve("template.json"),
                template.replace("\"Outputs\": {", "\"Outputs\": {\"Added\": {\"Value\": \"later\"},"));

        assertThat(other.deploy(project(), told).outputs()).containsEntry("Added", "later").containsKey("ApiUrl");
        assertThat(told.finished()).containsExactly(Phase.SYNTHESIZE, Phase.BOOTSTRAP, Phase.DEPLOY);
        assertThatThrownBy(() -> cloud.deploy(project(), told)).hasMessageContaining("AWS_ENDPOINT_URL");
    }

    @Test
    void anotherCloudThatDoesNotAnswerIsToldByItsAddress() {
        variables.putAll(Map.of("AWS_ENDPOINT_URL", "http://127.0.0.1:9", "AWS_ACCESS_KEY_ID", "mine",
                "AWS_SECRET_ACCESS_KEY", "secret"));

        assertThatThrownBy(() -> LocalCloud.named("test", variables).up(project(), told))
                .isInstanceOf(LocalCloudException.class)
                .hasMessageContaining("http://127.0.0.1:9");
    }

    /** Of its own, so that the user keeps what was synthesized last; but what is installed is the user's. */
    private Path ownCache() throws IOException {
        var cache = Files.createDirectories(folder.resolve("cache/tally"));
        for (var installed : INSTALLED) {
            Files.createSymbolicLink(cache.resolve(installed),
                    Files.createDirectories(CloudDirectories.of(System.getenv()).cache().resolve(installed)));
        }
        return folder.resolve("cache");
    }

    private CloudStatus up() {
        told.forget();
        return cloud.up(project(), told);
    }

    private CloudProject project() {
        var inputs = List.of(app.resolve("cdk.json"), app.resolve("app.sh"), app.resolve("template.json"),
                app.resolve("greeting.txt"));
        return new CloudProject(app, "dev", inputs, List.of(app.resolve("functions.jar")));
    }

    private String question() {
        var api = URI.create(cloud.environment("dev").orElseThrow().variables().get("TALLY_API_URL") + "/datasets");
        var answer = Http.get(api, Map.of("Authorization", "AWS4-HMAC-SHA256 Credential=test"), Duration.ofSeconds(10))
                .orElseThrow();
        assertThat(answer.status()).isEqualTo(200);
        return answer.body();
    }

    private List<String> logs(String function) {
        var lines = new ArrayList<String>();
        cloud.logs(Optional.of(function), false, lines::add);
        return lines;
    }

    /** How often the app has been run. */
    private int runs() throws IOException {
        return Files.readAllLines(app.resolve("runs.log")).size();
    }

    private void touchArchive() throws IOException {
        var archive = app.resolve("functions.jar");
        var newer = SampleFunctions.archive(Files.createDirectories(folder.resolve("newer")));
        try (var jar = new JarOutputStream(Files.newOutputStream(archive));
                var old = new java.util.jar.JarInputStream(Files.newInputStream(newer))) {
            for (var entry = old.getNextJarEntry(); entry != null; entry = old.getNextJarEntry()) {
                jar.putNextEntry(new JarEntry(entry.getName()));
                old.transferTo(jar);
            }
            jar.putNextEntry(new JarEntry("built-again"));
        }
    }

    /** Keeps the phases that it was told of; installations, which depend on what the machine already has, apart. */
    private static final class Told implements Progress {
        private final Set<Phase> finished = Collections.synchronizedSet(EnumSet.noneOf(Phase.class));

        @Override
        public void started(Phase phase) {}

        @Override
        public void finished(Phase phase, Duration took) {
            finished.add(phase);
        }

        void forget() {
            finished.clear();
        }

        Set<Phase> finished() {
            var phases = EnumSet.copyOf(finished.isEmpty() ? EnumSet.noneOf(Phase.class) : finished);
            phases.removeAll(List.of(Phase.INSTALL_CDK, Phase.INSTALL_EMULATOR));
            return phases;
        }
    }
}
