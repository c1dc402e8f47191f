package dev.tally.lambda.indexer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.sfn.model.ExecutionListItem;
import software.amazon.awssdk.services.sqs.model.Message;

import dev.tally.aws.AwsClients;
import dev.tally.aws.CheckMessageJson;
import dev.tally.aws.CountingHttp;
import dev.tally.aws.EmulatedAws;
import dev.tally.lambda.Invoked;
import dev.tally.lambda.Settings;
import dev.tally.lambda.Tracker;

import static org.assertj.core.api.Assertions.assertThat;

/** From files in S3 to started executions, on real services, with every request counted. */
final class HotPathTest {
    private static final AwsClients CLIENTS = EmulatedAws.clients();

    private final CountingHttp http = new CountingHttp();
    private final Map<String, String> environment = new HashMap<>(Invoked.ENVIRONMENT);
    private IndexerHandler indexer;
    private Tracker tracker;
    private String landing;
    private String work;
    private String queue;
    private String machine;
    private int sequence;

    @BeforeEach
    void deploy() {
        landing = EmulatedAws.createBucket(true);
        work = EmulatedAws.createBucket(false);
        queue = CLIENTS.sqs().createQueue(create -> create.queueName("tally-" + UUID.randomUUID())).queueUrl();
        machine = CLIENTS.stepFunctions()
                .createStateMachine(create -> create.name("tally-" + UUID.randomUUID())
                        .roleArn("arn:aws:iam::000000000000:role/any")
                        .definition("{\"StartAt\":\"S\",\"States\":{\"S\":{\"Type\":\"Succeed\"}}}"))
                .stateMachineArn();
        CLIENTS.s3()
                .putObject(put -> put.bucket(work).key("catalog.json"), RequestBody.fromString("""
                        {"environment": "dev", "datasets": [{"name": "demo", "prefixes": ["demo/"],
                         "job": {"kind": "none"}}]}"""));
        environment.putAll(EmulatedAws.environment());
        environment.putAll(Map.of("TALLY_TABLE", EmulatedAws.createTable(), "TALLY_CATALOG", "s3://" + work
                + "/catalog.json", "TALLY_CHECK_QUEUE_URL", queue, "TALLY_LANDING_BUCKET", landing,
                "TALLY_WORK_BUCKET", work, "TALLY_PROCESSING_ARN", machine));
        Settings settings = Settings.read(environment, Tracker.SETTINGS);
        tracker = new Tracker(new AwsClients(environment, http), settings);
        indexer = new IndexerHandler(settings, tracker::catalog, tracker.arrivals(), tracker::prime);
        tracker.prime();
        http.take();
    }

    /** Puts an object, and tells it to the indexer as S3 does. */
    private void put(String key, String content, boolean withVersion) {
        PutObjectResponse answer = CLIENTS.s3()
                .putObject(put -> put.bucket(landing).key(key), RequestBody.fromString(content));
        String version = withVersion ? "\"version-id\":\"" + answer.versionId() + "\"," : "";
        arrive("{\"detail-type\":\"Object Created\",\"time\":\"" + Instant.now()
                + "\",\"detail\":{\"bucket\":{\"name\":\""
                + landing + "\"},\"object\":{\"key\":\"" + key + "\",\"size\":" + content.length() + ",\"etag\":"
                + answer.eTag() + "," + version + "\"sequencer\":\"" + Integer.toHexString(++sequence) + "\"}}}");
    }

    private void arrive(String event) {
        assertThat(Invoked.failures(Invoked.withMessages(indexer, List.of(event)))).isEmpty();
    }

    /** Works the check queue off. */
    private void check() {
        while (true) {
            List<Message> messages = CLIENTS.sqs()
                    .receiveMessage(receive -> receive.queueUrl(queue).maxNumberOfMessages(10))
                    .messages();
            if (messages.isEmpty()) {
                return;
            }
            for (Message message : messages) {
                tracker.checks().handle(CheckMessageJson.read(message.body()));
                CLIENTS.sqs().deleteMessage(delete -> delete.queueUrl(queue).receiptHandle(message.receiptHandle()));
            }
        }
    }

    private static String manifest(int members) {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            paths.add("{\"path\":\"f" + i + "\",\"size\":1}");
        }
        return "{\"tallyManifest\":1,\"members\":[" + String.join(",", paths) + "]}";
    }

    private List<ExecutionListItem> executions() {
        return CLIENTS.stepFunctions().listExecutions(list -> list.stateMachineArn(machine)).executions();
    }

    @ParameterizedTest
    @CsvSource({"1,true", "32,true"})
    void fromTheLastFileToTheStartSevenRequestsAtMost(int members, boolean withVersion) {
        put("demo/day.manifest.json", manifest(members), withVersion);
        check();
        List<List<String>> requests = new ArrayList<>();
        for (int i = members - 1; i >= 0; i--) {
            http.take();
            put("demo/f" + i, "x", withVersion);
            requests.add(http.take());
        }
        List<String> last = requests.getLast();
        assertThat(executions()).hasSize(1);
        assertThat(last.subList(0, last.indexOf("StartExecution") + 1)).as("requests up to the start")
                .hasSizeLessThanOrEqualTo(7);
        assertThat(last).endsWith("StartExecution", "UpdateItem");
        assertThat(requests.stream().filter(one -> one.equals(List.of("UpdateItem"))).count())
                .as("files that nobody waited for")
                .isGreaterThanOrEqualTo(members * 3L / 4 - 1);
    }

    @Test
    void primingGoesToEveryServiceAndHasNoEffect() {
        tracker.prime();
        assertThat(http.take()).containsExactly("UpdateItem", "BatchGetItem", "SendMessageBatch", "S3 PUT",
                "StartExecution");
        assertThat(executions()).isEmpty();
        assertThat(CLIENTS.s3().listObjectsV2(list -> list.bucket(work).prefix("resolved/")).contents()).isEmpty();
        assertThat(CLIENTS.dynamoDb().scan(scan -> scan.tableName(environment.get("TALLY_TABLE"))).items()).isEmpty();
        assertThat(CLIENTS.sqs().receiveMessage(receive -> receive.queueUrl(queue)).messages()).isEmpty();
    }

    @Test
    void aFileThatNobodyWaitsForIsOneRequest() {
        put("demo/f0", "x", true);
        assertThat(http.take()).containsExactly("UpdateItem");
    }

    @Test
    void whereTheEventDoesNotTellTheVersionItIsPinnedByOneRequestForEachFile() {
        put("demo/day.manifest.json", manifest(3), false);
        check();
        put("demo/f0", "x", false);
        put("demo/f1", "x", false);
        http.take();
        put("demo/f2", "x", false);
        assertThat(http.take()).filteredOn("S3 HEAD"::equals).hasSize(3);
        assertThat(executions()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2", "3"})
    @DisplayName("MAN-08, EVT-07: in any order, and told twice, a delivery is started once")
    void anyOrder(int manifestAt) {
        for (int i = 0; i <= 3; i++) {
            if (i == manifestAt) {
                put("demo/day.manifest.json", manifest(3), true);
            }
            if (i < 3) {
                put("demo/f" + i, "x", true);
            }
        }
        check();
        check();
        assertThat(executions()).hasSize(1);
    }

    @Test
    void aDeliveryOfSeveralChunksIsStartedOnce() {
        for (int i = 0; i < 900; i++) {
            String event = "{\"detail-type\":\"Object Created\",\"time\":\"2026-11-30T12:00:00Z\",\"detail\":{\"bucket\":"
                    + "{\"name\":\"" + landing + "\"},\"object\":{\"key\":\"demo/f" + i
                    + "\",\"size\":1,\"etag\":\"e\",\"version-id\":\"v\",\"sequencer\":\"1\"}}}";
            if (i == 450) {
                put("demo/day.manifest.json", manifest(900), true);
            }
            arrive(event);
        }
        check();
        assertThat(executions()).hasSize(1);
    }
}
