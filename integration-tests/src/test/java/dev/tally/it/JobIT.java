package dev.tally.it;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

import dev.tally.file.FileRef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The deployed state machines: a run's good end, and each bad one. */
final class JobIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final Cloud cloud = Cloud.get();
    private final S3Client s3 = cloud.s3();

    @BeforeAll
    static void jobs() {
        Jobs.working();
        Jobs.failingFirst();
        Jobs.slow();
        Jobs.nested();
    }

    private String text(String uri) {
        FileRef file = FileRef.parse(uri);
        return s3.getObjectAsBytes(r -> r.bucket(file.bucket()).key(file.key())).asUtf8String();
    }

    @Test
    void success_theJobGetsWhatItNeedsAndTheArchiveGetsAll() throws JsonProcessingException {
        Delivering team = new Delivering("worked");
        team.put(List.of("a.dat", "sub/é b.dat", "empty"));
        team.announce("a.dat", "sub/é b.dat", "empty");
        JsonNode delivery = team.awaitStatus("ARCHIVED");

        assertThat(delivery.path("outputs").path("count").asInt()).isEqualTo(2);
        JsonNode seal = JSON.readTree(text(delivery.path("archive").asText()));
        FileRef sealed = FileRef.parse(delivery.path("archive").asText());
        String home = sealed.key().substring(0, sealed.key().lastIndexOf('/') + 1);
        List<String> archived = s3.listObjectsV2Paginator(r -> r.bucket(sealed.bucket()).prefix(home))
                .contents()
                .stream()
                .map(S3Object::key)
                .map(k -> k.substring(home.length()))
                .toList();
        assertThat(archived).containsExactlyInAnyOrder("delivery.json", "data/a.dat", "data/sub/é b.dat", "data/empty",
                "outputs/input.json", "outputs/deep/é + ü.txt");
        assertThat(seal.toString()).contains(team.name());
        assertThat(text("s3://" + sealed.bucket() + '/' + home + "data/a.dat")).isEqualTo(Delivering.content("a.dat"));

        JsonNode input = JSON.readTree(text("s3://" + sealed.bucket() + '/' + home + "outputs/input.json"));
        assertThat(input.properties().stream().map(Map.Entry::getKey)).containsExactlyInAnyOrder("dataset", "delivery",
                "revision", "attempt", "resolvedManifest", "outputPrefix", "parameters");
        List<String> resolved = text(input.path("resolvedManifest").asText()).lines().toList();
        assertThat(resolved).hasSize(3);
        assertThat(delivery.path("history").findValuesAsText("status")).containsExactly("WAITING", "COMPLETE",
                "PROCESSING", "PROCESSED", "ARCHIVED");
    }

    @Test
    void jobFailure_keepsStageErrorAndCause() {
        Delivering team = new Delivering("failing");
        team.put(List.of("a"));
        team.announce("a");
        JsonNode reason = team.awaitStatus("FAILED").path("reason");
        assertThat(reason.path("stage").asText()).isEqualTo("job");
        // AWS tells CalibrationMissing; the emulator has one name for all errors of functions that are not Java.
        assertThat(reason.path("error").asText()).isNotEmpty();
        assertThat(reason.path("cause").asText()).contains("no dark frame for " + team.name());
        assertThat(team.why().path("reason")).isEqualTo(reason);
    }

    /** SFN-07: a run that takes too long does not stay PROCESSING. */
    @Test
    void sfn07_jobTimeOut() {
        Delivering team = new Delivering("slow");
        team.put(List.of("a"));
        team.announce("a");
        JsonNode reason = team.awaitStatus(Duration.ofMinutes(2), "FAILED").path("reason");
        assertThat(reason.path("stage").asText()).isEqualTo("job");
        assertThat(reason.path("error").asText()).isEqualTo("States.Timeout");
    }

    @Test
    void theJobMayBeAStateMachine() {
        Delivering team = new Delivering("nested");
        team.put(List.of("a"));
        team.announce("a");
        team.awaitStatus("PROCESSED");
    }

    /** The bytes are other than announced: told with both digests, and the right file starts the next attempt. */
    @Test
    void fixityMismatch_waitsForBetterBytes() {
        Delivering team = new Delivering("free");
        team.announce("a", "b");
        team.put(List.of("a"));
        team.put("b", Delivering.content("b").toUpperCase(Locale.ROOT));
        JsonNode waiting = awaitAttempt(team, 2);
        assertThat(waiting.path("status").asText()).isEqualTo("WAITING");
        assertThat(waiting.path("reason").path("error").asText()).isEqualTo("FixityMismatch");
        JsonNode member = team.why().path("members").get(0);
        assertThat(member.path("path").asText()).isEqualTo("b");
        assertThat(member.path("state").asText()).isEqualTo("bad");

        team.put(List.of("b"));
        JsonNode done = team.awaitStatus("PROCESSED");
        assertThat(done.path("attempt").asInt()).isEqualTo(2);
        assertThat(team.executions()).hasSize(2);
    }

    /** It was the manifest that was wrong: a corrected one needs no file again, nor does a delivery that has the same file. */
    @Test
    void fixityMismatch_isEndedByACorrectedManifestToo() {
        Delivering team = new Delivering("free");
        team.put(List.of("a"));
        team.announce(Map.of("a", Delivering.content("a").toUpperCase(Locale.ROOT)));
        assertThat(awaitAttempt(team, 2).path("status").asText()).isEqualTo("WAITING");
        Delivering other = new Delivering("free", team.folder());
        other.announce("a");
        other.awaitStatus("PROCESSED");
        team.announce("a");
        team.awaitStatus("PROCESSED");
    }

    private static JsonNode awaitAttempt(Delivering team, int attempt) {
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(team.delivery().path("attempt").asInt()).isEqualTo(attempt));
        return team.delivery();
    }

    @Test
    void anotherDeliverysResultIsAMember() {
        Delivering first = new Delivering("free");
        Delivering second = new Delivering("free");
        second.announceText(
                "{\"tallyManifest\":1,\"members\":[{\"path\":\"delivery:" + first.id() + "\"},{\"path\":\"own\"}]}");
        second.put("own", "x");
        second.awaitWaiting();
        first.put(List.of("a"));
        first.announce("a");
        first.awaitStatus("PROCESSED");
        second.awaitStatus("PROCESSED");
    }
}
