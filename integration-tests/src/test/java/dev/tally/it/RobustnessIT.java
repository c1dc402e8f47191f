package dev.tally.it;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What breaks other systems: duplicates, disorder, poison, and a crash in the middle. */
final class RobustnessIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final Cloud cloud = Cloud.get();
    private final SqsClient sqs = cloud.sqs();

    private String event(Delivering team, String path, String sequencer, long size, String etag) {
        return JSON.createObjectNode()
                .put("version", "0")
                .put("id", "e-" + sequencer)
                .put("detail-type", "Object Created")
                .put("source", "aws.s3")
                .put("time", "2026-11-30T12:00:00Z")
                .set("detail", JSON.createObjectNode()
                        .put("version", "0")
                        .put("reason", "PutObject")
                        .<ObjectNode>set("bucket",
                                JSON.createObjectNode().put("name", cloud.landing()))
                        .set("object", JSON.createObjectNode()
                                .put("key", team.folder() + path)
                                .put("size", size)
                                .put("etag", etag)
                                .put("sequencer", sequencer)))
                .toString();
    }

    private void send(String message) {
        sqs.sendMessage(r -> r.queueUrl(cloud.output("IndexQueueUrl")).messageBody(message));
    }

    /** EVT-04, EVT-06, EVT-08: what was written last is known, whatever order events come in and however often. */
    @Test
    void evt04Evt06Evt08OldEventsAndDuplicatesChangeNothing() {
        Delivering team = new Delivering("free");
        List<String> events = new ArrayList<>();
        for (int copy = 0; copy < 3; copy++) {
            for (int i = 1; i <= 5; i++) {
                events.add(event(team, "a", "62" + i + "0", i * 10, "e" + i));
            }
        }
        Collections.shuffle(events, new Random(3));
        events.forEach(this::send);
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().untilAsserted(() -> {
            JsonNode file = cloud.api("/file", Map.of("bucket", cloud.landing(), "key", team.folder() + "a"));
            assertThat(file.path("size").asLong()).isEqualTo(50);
        });
    }

    /** What is written again after the decision is told once, whatever comes behind it, and nothing is started. */
    @Test
    void aFileThatChangesAfterTheDecisionIsToldAndADuplicateIsNot() throws IOException, InterruptedException {
        Delivering team = new Delivering("free");
        team.put(List.of("a", "b"));
        team.announce("a", "b");
        JsonNode before = team.awaitStatus("PROCESSED");
        try (Heard heard = new Heard(team, "Delivery Inputs Changed")) {
            sendAgain(team, "a");
            team.put(List.of("new"));
            team.put(List.of("new"));
            assertThat(heard.more()).isEmpty();
            assertThat(team.delivery()).isEqualTo(before);

            team.put("b", "something else");
            JsonNode detail = heard.next().path("detail");
            assertThat(detail.path("status").asText()).isEqualTo("PROCESSED");
            assertThat(detail.path("inputsChanged").path("file").asText())
                    .isEqualTo("s3://" + cloud.landing() + '/' + team.folder() + "b");
            sendAgain(team, "b");
            team.delete("a");
            assertThat(heard.more()).isEmpty();
        }
        assertThat(team.delivery().path("inputsChanged").path("file").asText()).endsWith("/b");
        assertThat(team.delivery().path("status").asText()).isEqualTo("PROCESSED");
        assertThat(team.executions()).hasSize(1);
        assertThat(Tally.run(cloud.settings(), "why", team.id()).out()).contains("nothing is missing",
                "was written again or deleted after it was used", "tally reprocess " + team.id());
    }

    /** The event of the version that is there comes once more. */
    private void sendAgain(Delivering team, String path) {
        JsonNode file = cloud.api("/file", Map.of("bucket", cloud.landing(), "key", team.folder() + path));
        send(event(team, path, file.path("sequencer").asText(), file.path("size").asLong(),
                file.path("etag").asText()));
    }

    /** EVT-07: the completing event five times at once is one execution. */
    @Test
    void evt07TheCompletingEventFiveTimesAtOnce() throws Exception {
        Delivering team = new Delivering("free");
        team.announce("a", "b");
        team.put(List.of("a"));
        team.awaitWaiting();
        team.put(List.of("b"));
        HeadObjectResponse head;
        try (S3Client s3 = cloud.s3()) {
            head = s3.headObject(r -> r.bucket(cloud.landing()).key(team.folder() + "b"));
        }
        String etag = head.eTag().replace("\"", "");
        try (ExecutorService threads = Executors.newFixedThreadPool(5)) {
            for (int i = 0; i < 5; i++) {
                threads.execute(() -> send(event(team, "b", "1", head.contentLength(), etag)));
            }
        }
        team.awaitStatus("PROCESSED");
        assertThat(team.executions()).hasSize(1);
    }

    /** EVT-07: what is told of an execution that is not the delivery's own changes nothing, nor does its own end told late. */
    @Test
    void evt07AnotherExecutionsEndChangesNothing() throws JsonProcessingException {
        Delivering team = new Delivering("free");
        team.put(List.of("a"));
        team.announce("a");
        JsonNode before = team.awaitStatus("PROCESSED");
        String own = before.path("execution").asText();
        for (String execution : List.of(own + "-of-another", own)) {
            JsonNode answer = outcome(failedExecution(before, execution));
            assertThat(answer.path("applied").asBoolean(true)).as(answer.toString()).isFalse();
        }
        assertThat(team.delivery()).isEqualTo(before);
    }

    /** As Step Functions tells of it on the default bus, where nobody else may speak for it. */
    private static String failedExecution(JsonNode delivery, String execution) {
        ObjectNode input = JSON.createObjectNode()
                .put("dataset", delivery.path("dataset").asText())
                .put("delivery", delivery.path("delivery").asText())
                .put("revision", delivery.path("revision").asText())
                .put("attempt", delivery.path("attempt").asInt());
        input.putArray("ranges");
        return JSON.createObjectNode()
                .put("detail-type", "Step Functions Execution Status Change")
                .put("source", "aws.states")
                .<ObjectNode>set("detail", JSON.createObjectNode()
                        .put("executionArn", execution)
                        .put("status", "FAILED")
                        .put("input", input.toString())
                        .put("error", "Late")
                        .put("cause", "told late"))
                .toString();
    }

    private JsonNode outcome(String event) throws JsonProcessingException {
        try (LambdaClient lambda = cloud.lambda()) {
            InvokeResponse answer = lambda.invoke(r -> r.functionName("tally-" + Cloud.ENVIRONMENT + "-outcome")
                    .qualifier("live")
                    .payload(SdkBytes.fromUtf8String(event)));
            assertThat(answer.functionError()).as(answer.payload().asUtf8String()).isNull();
            return JSON.readTree(answer.payload().asUtf8String());
        }
    }

    /** LAM-01: a poisoned message goes to its dead-letter queue and stops nobody else. */
    @Test
    void lam01PoisonEndsInTheDeadLetterQueue() {
        String queue = cloud.output("IndexQueueUrl");
        Map<QueueAttributeName, String> before = sqs.getQueueAttributes(r -> r.queueUrl(queue)
                .attributeNames(QueueAttributeName.VISIBILITY_TIMEOUT, QueueAttributeName.REDRIVE_POLICY)).attributes();
        sqs.setQueueAttributes(r -> r.queueUrl(queue).attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "1")));
        try {
            String poison = "{\"detail-type\":\"Object Created\",\"detail\":{\"object\":\"poison\"}}";
            Delivering team = new Delivering("free");
            team.announce("a");
            send(poison);
            team.put(List.of("a"));
            team.awaitStatus("PROCESSED");
            String deadLetters = deadLetterUrl(before.get(QueueAttributeName.REDRIVE_POLICY));
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(
                            sqs.receiveMessage(
                                    r -> r.queueUrl(deadLetters).maxNumberOfMessages(10).visibilityTimeout(0))
                                    .messages())
                            .anySatisfy(m -> assertThat(m.body()).isEqualTo(poison)));
        } finally {
            sqs.setQueueAttributes(r -> r.queueUrl(queue)
                    .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT,
                            before.getOrDefault(QueueAttributeName.VISIBILITY_TIMEOUT, "360"))));
        }
    }

    private String deadLetterUrl(String redrivePolicy) {
        try {
            String arn = JSON.readTree(redrivePolicy).path("deadLetterTargetArn").asText();
            return sqs.getQueueUrl(r -> r.queueName(arn.substring(arn.lastIndexOf(':') + 1))).queueUrl();
        } catch (JsonProcessingException unreadable) {
            throw new IllegalStateException("Not a redrive policy: " + redrivePolicy, unreadable);
        }
    }

    /** LAM-09: the functions die in mid-flight, and what was under way is done when they are back. */
    @Test
    @DisabledIfSystemProperty(named = "tally.localstack", matches = "true", disabledReason = "LocalStack runs the functions itself")
    void lam09TheFunctionsDieInMidFlight() {
        Map<String, String> visibility = Map.of("index", cloud.output("IndexQueueUrl"), "check",
                cloud.output("CheckQueueUrl"));
        visibility.values()
                .forEach(url -> sqs.setQueueAttributes(
                        r -> r.queueUrl(url).attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "2"))));
        try {
            Delivering team = new Delivering("free");
            List<String> names = IntStream.range(0, 120).mapToObj(i -> "f" + i).toList();
            team.put(names.subList(0, 60));
            team.announce(names);
            team.put(names.subList(60, 90));
            cloud.local().killHost();
            team.put(names.subList(90, 119));
            cloud.local().startHost();
            team.put(names.subList(119, 120));
            cloud.local().killHost();
            cloud.local().startHost();
            team.awaitStatus(Duration.ofMinutes(3), "PROCESSED");
            assertThat(team.executions()).hasSize(1);
        } finally {
            visibility.values()
                    .forEach(url -> sqs.setQueueAttributes(
                            r -> r.queueUrl(url).attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "360"))));
        }
    }

    /** SFN-01, EVT-07, OBJ-05: nothing happens when the completing file comes again after the run is over, or is copied onto itself. */
    @Test
    void sfn01AFileAgainAfterTheRun() {
        Delivering team = new Delivering("free");
        team.announce("a");
        team.put(List.of("a"));
        team.awaitStatus("PROCESSED");
        team.put(List.of("a"));
        try (S3Client s3 = cloud.s3()) {
            s3.copyObject(r -> r.sourceBucket(cloud.landing())
                    .sourceKey(team.folder() + "a")
                    .destinationBucket(cloud.landing())
                    .destinationKey(team.folder() + "a")
                    .metadataDirective(MetadataDirective.REPLACE)
                    .metadata(Map.of("reviewed", "yes")));
        }
        Delivering later = new Delivering("free");
        later.announce("a");
        later.put(List.of("a"));
        later.awaitStatus("PROCESSED");
        assertThat(team.executions()).hasSize(1);
        assertThat(team.delivery().path("status").asText()).isEqualTo("PROCESSED");
    }
}
