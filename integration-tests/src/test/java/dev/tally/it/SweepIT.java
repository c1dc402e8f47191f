package dev.tally.it;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Rule;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sqs.SqsClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The second net: what is lost on the way is made good for by sweeps. */
final class SweepIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private final Cloud cloud = Cloud.get();

    @BeforeAll
    static void jobs() {
        Jobs.endless();
    }

    /** Sweeps until it is so; a delivery has to stand still for some seconds before a sweep looks at it. */
    private void sweepUntil(Runnable assertion) {
        try (SqsClient sqs = cloud.sqs()) {
            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(2)).ignoreExceptions().untilAsserted(() -> {
                sqs.sendMessage(r -> r.queueUrl(cloud.output("SweepQueueUrl"))
                        .messageBody("{\"sweep\": \"everything\"}"));
                assertion.run();
            });
        }
    }

    private static void assertStatus(Delivering team, String status) {
        assertThat(team.delivery().path("status").asText()).as("%s", team.why()).isEqualTo(status);
    }

    /** LAM-07: what was known of a file is gone, as if its event had never come. */
    @Test
    void lam07AFileWhoseEventWasLostIsFoundAndTheJobStartsOnce() {
        Delivering team = new Delivering("free");
        team.put(List.of("a"));
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> file(team, "a").path("state").asText().equals("present"));
        try (DynamoDbClient dynamo = cloud.dynamo()) {
            dynamo.deleteItem(r -> r.tableName(cloud.output("TableName"))
                    .key(Map.of("pk", AttributeValue.fromS("F#" + cloud.landing() + '/' + team.folder() + "a"), "sk",
                            AttributeValue.fromS("F"))));
        }
        team.announce("a", "b");
        team.put(List.of("b"));
        team.awaitWaiting();
        assertThat(team.why().path("members").get(0).path("state").asText()).isEqualTo("missing");
        sweepUntil(() -> assertStatus(team, "PROCESSED"));
        assertThat(team.executions()).hasSize(1);
    }

    private JsonNode file(Delivering team, String path) {
        return cloud.api("/file", Map.of("bucket", cloud.landing(), "key", team.folder() + path));
    }

    /** OBJ-04: a delete marker is taken away, and no event tells that the file is there again. */
    @Test
    void obj04ARevivedFileIsFound() {
        Delivering team = new Delivering("free");
        team.put(List.of("a", "b"));
        try (S3Client s3 = cloud.s3()) {
            DeleteObjectResponse marker = s3
                    .deleteObject(r -> r.bucket(cloud.landing()).key(team.folder() + "a"));
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> file(team, "a").path("state").asText().equals("deleted"));
            team.announce("a", "b");
            team.awaitWaiting();
            s3.deleteObject(r -> r.bucket(cloud.landing()).key(team.folder() + "a").versionId(marker.versionId()));
        }
        sweepUntil(() -> assertStatus(team, "PROCESSED"));
        assertThat(team.executions()).hasSize(1);
    }

    /** SFN-07: a run is stopped while nobody listens to the ends of runs. */
    @Test
    void sfn07AStoppedRunOfWhichNobodyToldFailsItsDelivery() {
        Delivering team = new Delivering("endless");
        try (EventBridgeClient events = cloud.events(); SfnClient sfn = cloud.sfn()) {
            String rule = ruleForEndsOfRuns(events);
            events.disableRule(r -> r.name(rule));
            try {
                team.put(List.of("a"));
                team.announce("a");
                String execution = team.awaitStatus("PROCESSING").path("execution").asText();
                sfn.stopExecution(r -> r.executionArn(execution).error("Calibration").cause("was the wrong one"));
                assertStatus(team, "PROCESSING");
                sweepUntil(() -> assertStatus(team, "FAILED"));
            } finally {
                events.enableRule(r -> r.name(rule));
            }
        }
        JsonNode reason = team.delivery().path("reason");
        assertThat(reason.path("stage").asText()).isEqualTo("execution");
        assertThat(reason.path("cause").asText()).isEqualTo("was the wrong one");
    }

    private static String ruleForEndsOfRuns(EventBridgeClient events) {
        return events.listRules(r -> r.namePrefix("Tally-" + Cloud.ENVIRONMENT))
                .rules()
                .stream()
                .filter(rule -> String.valueOf(rule.eventPattern()).contains("Execution Status Change"))
                .map(Rule::name)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsOverdueIsAnnouncedOnceAndGoesOnWhenItsFilesCome() throws JsonProcessingException {
        Delivering team = new Delivering("hasty");
        try (Heard heard = new Heard(team, "Delivery Overdue")) {
            team.announce("a");
            sweepUntil(() -> assertThat(team.delivery().has("overdueAt")).isTrue());
            assertThat(team.why().path("overdue").asBoolean()).isTrue();
            JsonNode event = heard.next();
            assertThat(event.path("detail").path("status").asText()).isEqualTo("WAITING");
            assertThat(event.path("detail").path("due").asText()).isEqualTo(team.delivery().path("due").asText());
            team.put(List.of("a"));
            JsonNode done = team.awaitStatus("PROCESSED");
            assertThat(done.path("overdue").asBoolean()).isFalse();
            assertThat(done.path("history").findValuesAsText("status")).containsExactly("WAITING", "COMPLETE",
                    "PROCESSING", "PROCESSED");
            assertThat(heard.more()).isEmpty();
        }
    }
}
