package dev.tally.it;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Manifests that are wrong, corrected, repeated and amended. */
final class ManifestIT {
    /** MAN-13: a bad manifest is REJECTED with its place and is not retried; a good one beside it goes on. */
    @Test
    void man13ABadManifestIsRejectedAndACorrectedOneAccepted() {
        Delivering bad = new Delivering("free");
        Delivering good = new Delivering("free");
        bad.announceText("{\"tallyManifest\": 1,\n \"members\": [{\"path\": \"a\"},]}");
        good.announce("a");
        good.put(List.of("a"));
        good.awaitStatus("PROCESSED");
        JsonNode rejected = bad.awaitStatus("REJECTED");
        assertThat(rejected.path("faults")).isNotEmpty();
        assertThat(rejected.path("faults").get(0).path("line").asInt()).isEqualTo(2);

        bad.announce("a");
        bad.put(List.of("a"));
        bad.awaitStatus("PROCESSED");
        assertThat(bad.delivery().path("revisions")).hasSize(2);
    }

    @Test
    void everyFaultIsTold() {
        Delivering team = new Delivering("free");
        team.announceText("""
                {"tallyManifest": 1, "colour": "blue",
                 "members": [{"path": "../a"}, {"path": "b", "size": -1}, {"path": "c", "checksums": {"md6": "00"}}]}
                """);
        JsonNode rejected = team.awaitStatus("REJECTED");
        assertThat(rejected.path("faults")).hasSizeGreaterThanOrEqualTo(4);
        assertThat(team.why().path("faults")).hasSameSizeAs(rejected.path("faults"));
    }

    /** MAN-15: a changed manifest supersedes the one that waits; the same again is no news. */
    @Test
    void man15AmendedAndRepeated() {
        Delivering team = new Delivering("free");
        team.announce("a", "b");
        team.awaitWaiting();
        String first = team.delivery().path("revision").asText();
        team.announce("a");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(team.delivery().path("revision").asText()).isNotEqualTo(first));
        team.put(List.of("a"));
        team.awaitStatus("PROCESSED");
        assertThat(team.executions()).hasSize(1);
        List<String> statuses = team.delivery().path("revisions").findValuesAsText("status");
        assertThat(statuses).containsExactlyInAnyOrder("PROCESSED", "SUPERSEDED");
    }

    /** MAN-10: the manifest beside its members is not one of them. */
    @Test
    void man10TheManifestIsNoMember() {
        Delivering team = new Delivering("free");
        team.announce("a");
        team.put(List.of("a"));
        assertThat(team.awaitStatus("PROCESSED").path("members").asInt()).isEqualTo(1);
    }

    /** The other size is told, and the right one ends the wait. */
    @Test
    void aFileOfAnotherSizeIsToldAndWaitedFor() {
        Delivering team = new Delivering("free");
        team.announce("a");
        team.put("a", "short");
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(team.why().path("members").get(0).path("state").asText())
                                .isEqualTo("differs"));
        team.put(List.of("a"));
        team.awaitStatus("PROCESSED");
    }
}
