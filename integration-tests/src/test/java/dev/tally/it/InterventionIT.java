package dev.tally.it;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sfn.SfnClient;

import dev.tally.it.Tally.Result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What people do to a delivery, with the command. */
final class InterventionIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @BeforeAll
    static void jobs() {
        Jobs.failingFirst();
        Jobs.endless();
    }

    /** MAN-15: what failed runs again on a command, in an attempt of its own, and no file has to come again. */
    @Test
    void man15WhatFailedIsReprocessed() throws IOException, InterruptedException {
        Delivering team = new Delivering("failing");
        team.put(List.of("a"));
        team.announce("a");
        team.awaitStatus("FAILED");

        Result asked = tally("reprocess", team.id(), "-o", "json");
        assertThat(asked.exit()).as(asked.err()).isZero();
        JsonNode answer = JSON.readTree(asked.out());
        assertThat(answer.path("attempt").asInt()).isEqualTo(2);
        assertThat(answer.path("changed").asBoolean()).isTrue();
        JsonNode delivery = team.awaitStatus("PROCESSED");
        assertThat(delivery.path("attempt").asInt()).isEqualTo(2);
        assertThat(delivery.has("reason")).isFalse();
        assertThat(delivery.path("history").findValuesAsText("status")).containsExactly("WAITING", "COMPLETE",
                "PROCESSING", "FAILED", "WAITING", "COMPLETE", "PROCESSING", "PROCESSED");
        assertThat(team.executions()).hasSize(2);
    }

    /** MAN-15: m1; the same again while it runs; one with one member more while it runs; again after that has failed. */
    @Test
    void man15TheSameManifestAgainBeginsNothingAndAChangedOneDoes() throws IOException, InterruptedException {
        Delivering team = new Delivering("endless");
        team.put(List.of("a", "b"));
        team.announce("a");
        String first = team.awaitStatus("PROCESSING").path("revision").asText();

        team.announce("a");
        await().atMost(Duration.ofSeconds(60)).until(() -> team.delivery().has("manifestRepeatedAt"));
        JsonNode repeated = team.delivery();
        assertThat(repeated.path("revision").asText()).isEqualTo(first);
        assertThat(repeated.path("revisions")).hasSize(1);
        assertThat(tally("why", team.id()).out()).contains("was sent again unchanged").contains("which began nothing");
        assertThat(team.executions()).hasSize(1);

        team.announce("a", "b");
        await().atMost(Duration.ofSeconds(60)).until(() -> team.delivery().path("revisions").size() == 2);
        String execution = team.awaitStatus("PROCESSING").path("execution").asText();
        assertThat(team.executions()).hasSize(2);

        try (SfnClient sfn = Cloud.get().sfn()) {
            sfn.stopExecution(r -> r.executionArn(execution).error("Calibration").cause("was the wrong one"));
        }
        team.awaitStatus("FAILED");
        assertThat(tally("reprocess", team.id()).exit()).isZero();
        JsonNode again = team.awaitStatus("PROCESSING");
        assertThat(again.path("attempt").asInt()).isEqualTo(2);
        assertThat(again.path("revision").asText()).isNotEqualTo(first);
        assertThat(team.executions()).hasSize(3);
    }

    @Test
    void whatWaitsIsWithdrawnAndNoFileStartsIt() throws IOException, InterruptedException {
        Delivering team = new Delivering("free");
        team.announce("a", "b");
        team.put(List.of("a"));
        team.awaitWaiting();

        Result asked = tally("withdraw", team.id(), "--reason", "sent by mistake");
        assertThat(asked.exit()).as(asked.err()).isZero();
        assertThat(asked.out()).contains("is withdrawn");
        team.put(List.of("b"));
        Delivering later = new Delivering("free", team.folder());
        later.announce("b");
        later.awaitStatus("PROCESSED");

        JsonNode delivery = team.delivery();
        assertThat(delivery.path("status").asText()).isEqualTo("WITHDRAWN");
        assertThat(delivery.path("reason").path("cause").asText()).isEqualTo("sent by mistake");
        assertThat(delivery.has("execution")).isFalse();
        assertThat(tally("watch", team.id()).exit()).isEqualTo(8);
        assertThat(tally("withdraw", team.id()).out()).contains("was withdrawn before");
    }

    @Test
    void whatCannotBeDoneSaysWhatCan() throws IOException, InterruptedException {
        Delivering team = new Delivering("free");
        team.announce("a");
        team.awaitWaiting();
        Result early = tally("reprocess", team.id());
        assertThat(early.exit()).isEqualTo(1);
        assertThat(early.err()).contains("starts by itself when the last one is there");

        team.put(List.of("a"));
        team.awaitStatus("PROCESSED");
        Result late = tally("withdraw", team.id());
        assertThat(late.exit()).isEqualTo(1);
        assertThat(late.err()).contains("is processed already, which cannot be taken back");
        assertThat(tally("reprocess", "free/nothing").exit()).isEqualTo(3);
    }

    private static Result tally(String... arguments) throws IOException, InterruptedException {
        return Tally.run(Cloud.get().settings(), arguments);
    }
}
