package dev.tally.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.local.host.SampleFunctions;

import static org.assertj.core.api.Assertions.assertThat;

/** The emulator as our launcher starts it, with the function host: what differs from AWS in plain MiniStack, and what we need of both. */
@TestInstance(Lifecycle.PER_CLASS)
class EmulatorTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final CloudDirectories directories = CloudDirectories.of(System.getenv());
    private final List<ManagedProcess> started = new ArrayList<>();
    private Path folder;
    private CloudFiles files;
    private CloudProcesses processes;
    private ManagedProcess emulator;
    private ManagedProcess host;
    private Aws aws;

    @BeforeAll
    void start(@TempDir Path temporary) throws IOException {
        folder = temporary;
        files = new CloudFiles(folder, "test");
        Files.createDirectories(files.folder());
        processes = new CloudProcesses(files, PythonEnvironment.ofEmulator(directories.cache()).interpreter());
        int hostPort = FreePort.preferring(0);
        emulator = processes.startEmulator(0, hostPort, started::add);
        aws = new Aws(CloudSettings.endpoint(emulator.port()));
        startHost(hostPort);
        for (var handler : new String[]{"Echo", "Failing", "Sleeping", "PartlyFailing"}) {
            createFunction(handler);
        }
    }

    @AfterAll
    void stop() {
        started.reversed().forEach(ManagedProcess::end);
        assertThat(CloudProcesses.emulatorAnswers(emulator.port(), LIMIT)).isFalse();
    }

    @Test
    void bothListenOn127001Alone() throws IOException {
        var others = new ArrayList<>(NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .toList());
        // Also of this machine wherever a server listens on all addresses.
        others.add(InetAddress.getByAddress(new byte[]{127, 0, 0, 2}));

        for (var address : others) {
            assertThat(reaches(address, emulator.port())).as("emulator at %s", address).isFalse();
            assertThat(reaches(address, host.port())).as("host at %s", address).isFalse();
        }
        assertThat(reaches(InetAddress.getByAddress(new byte[]{127, 0, 0, 1}), emulator.port())).isTrue();
    }

    @Test
    void aSecondEmulatorStandsBesideTheFirstWhenItsPortIsTaken() {
        var second = new CloudProcesses(new CloudFiles(folder, "second"),
                PythonEnvironment.ofEmulator(directories.cache()).interpreter())
                .startEmulator(emulator.port(), 1, started::add);
        try {
            assertThat(second.port()).isNotEqualTo(emulator.port());
        } finally {
            second.end();
        }
        assertThat(second.isAlive()).isFalse();
        assertThat(emulator.isAlive()).isTrue();
    }

    @Test
    void aDeployedJavaFunctionRunsInTheHost() {
        var answer = aws.lambda("/Echo/invocations", "{\"key\":\"ü\"}");

        assertThat(answer.headers().firstValue("X-Amz-Function-Error")).isEmpty();
        var result = Aws.json(answer.body());
        assertThat(result.at("/event/key").asText()).isEqualTo("ü");
        assertThat(result.at("/greeting").asText()).isEqualTo("a=b&c é");
        assertThat(result.at("/endpoint").asText()).isEqualTo(aws.endpoint().toString());
        assertThat(result.at("/function").asText()).isEqualTo("Echo");
    }

    @Test
    void aFunctionsErrorKeepsItsTypeMessageAndTrace() {
        var answer = aws.lambda("/Failing/invocations", "{}");

        assertThat(answer.headers().firstValue("X-Amz-Function-Error")).contains("Unhandled");
        assertThat(Aws.json(answer.body()).at("/errorType").asText()).isEqualTo("java.lang.IllegalStateException");
        assertThat(Aws.json(answer.body()).at("/errorMessage").asText()).startsWith("the disk said");
        assertThat(Aws.json(answer.body()).at("/stackTrace").size()).isPositive();
    }

    @Test
    void aFunctionThatTakesTooLongTimesOut() {
        assertThat(Aws.json(aws.lambda("/Sleeping/invocations", "30000").body()).at("/errorMessage").asText())
                .endsWith("Task timed out after 2.00 seconds");
    }

    @Test
    void aHostThatIsRestartedLosesWhatWasUnderWayAndNothingElse() throws InterruptedException {
        var underWay = CompletableFuture.supplyAsync(() -> aws.lambda("/Sleeping/invocations", "1500"));
        Thread.sleep(500);

        ProcessHandle.of(host.pid()).orElseThrow().destroyForcibly();

        assertThat(Aws.json(underWay.join().body()).at("/errorType").asText()).isEqualTo("Runtime.ExitError");
        var next = CompletableFuture.supplyAsync(() -> aws.lambda("/Sleeping/invocations", "1"));
        startHost(host.port());
        assertThat(next.join().body()).isEqualTo("\"slept\"");
    }

    @Test
    void aVersionWithSnapStartIsPreparedWhenItIsPublishedOrFails() throws IOException {
        createFunction("Prepared");
        createFunction("Unmade");

        assertThat(published("Prepared").at("/State").asText()).isEqualTo("Active");
        assertThat(aws.lambda("/Prepared/invocations?Qualifier=1", "{}").body())
                .isEqualTo("\"[beforeCheckpoint, afterRestore]\"");
        assertThat(published("Unmade").at("/State").asText()).isEqualTo("Failed");
        assertThat(published("Unmade").at("/StateReason").asText()).contains("TALLY_TABLE is missing");
    }

    @Test
    void aRangeOfAnOlderVersionIsOnlyThatRange() {
        versionedBucket("ranges");
        var version = aws.s3("PUT", "/ranges/a", "0123456789").headers().firstValue("x-amz-version-id").orElseThrow();
        aws.s3("PUT", "/ranges/a", "newer");

        var part = aws.s3("GET", "/ranges/a?versionId=" + version, "", "Range", "bytes=2-4");

        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo("234");
        assertThat(part.headers().firstValue("Content-Range")).contains("bytes 2-4/10");
        assertThat(aws.s3("GET", "/ranges/a?versionId=" + version, "", "Range", "bytes=10-").statusCode())
                .isEqualTo(416);
        assertThat(aws.s3("GET", "/ranges/a?versionId=" + version, "").body()).isEqualTo("0123456789");
    }

    @Test
    void aCopyHasTheChecksumThatWasAskedFor() {
        versionedBucket("copies");
        aws.s3("PUT", "/copies/a", "hello\n");

        aws.s3("PUT", "/copies/b", "", "x-amz-copy-source", "/copies/a", "x-amz-checksum-algorithm", "SHA256");

        assertThat(aws.s3("HEAD", "/copies/b", "", "x-amz-checksum-mode", "ENABLED")
                .headers()
                .firstValue("x-amz-checksum-sha256"))
                .contains("WJG1tSLV3whtD/CxEPvZ0hu0/HFjrzTQgoai6Eb2vgM=");
    }

    @Test
    void s3sOwnChecksumIsCheckedAtOnce() {
        versionedBucket("checksums");
        assertThat(aws.s3("PUT", "/checksums/a", "123456789", "x-amz-checksum-crc64nvme", "rosUhgp5mIg=").statusCode())
                .isEqualTo(200);
        assertThat(aws.s3("PUT", "/checksums/a", "12345678X", "x-amz-checksum-crc64nvme", "rosUhgp5mIg=").body())
                .contains("BadDigest");
        assertThat(aws.s3("PUT", "/checksums/a", "123456789", "x-amz-checksum-crc32c", "4waSgw==").statusCode())
                .isEqualTo(200);

        // In plain Python the checksum takes twenty times as long as all the rest.
        var without = putTime("x-amz-meta-sample", "x");
        assertThat(putTime("x-amz-sdk-checksum-algorithm", "CRC64NVME")).isLessThan(without.multipliedBy(5));
    }

    @Test
    void objectEventsNameTheVersionAndStateNoSizeOfADeletion() {
        versionedBucket("events");
        var queue = aws.call("sqs", "AmazonSQS.CreateQueue", "{\"QueueName\":\"events\"}").at("/QueueUrl").asText();
        aws.s3("PUT", "/events?notification",
                "<NotificationConfiguration><EventBridgeConfiguration/></NotificationConfiguration>");
        aws.call("events", "AWSEvents.PutRule",
                "{\"Name\":\"events\",\"EventPattern\":\"{\\\"source\\\":[\\\"aws.s3\\\"],\\\"detail\\\":{\\\"bucket\\\":{\\\"name\\\":[\\\"events\\\"]}}}\"}");
        aws.call("events", "AWSEvents.PutTargets",
                "{\"Rule\":\"events\",\"Targets\":[{\"Id\":\"q\",\"Arn\":\"arn:aws:sqs:us-east-1:000000000000:events\"}]}");

        var created = aws.s3("PUT", "/events/in/a%20b", "hello").headers().firstValue("x-amz-version-id").orElseThrow();
        var marker = aws.s3("DELETE", "/events/in/a%20b", "").headers().firstValue("x-amz-version-id").orElseThrow();

        var creation = eventually(() -> receive(queue)).at("/detail/object");
        assertThat(creation.at("/key").asText()).isEqualTo("in/a b");
        assertThat(creation.at("/version-id").asText()).isEqualTo(created);
        assertThat(creation.at("/size").asLong()).isEqualTo(5);
        var deletion = eventually(() -> receive(queue)).at("/detail/object");
        assertThat(deletion.at("/version-id").asText()).isEqualTo(marker);
        assertThat(deletion.has("size")).isFalse();
        assertThat(deletion.at("/sequencer").asText()).isGreaterThan(creation.at("/sequencer").asText());
    }

    @Test
    void anExecutionStartedTwiceWithOneNameAndInputIsOneWhileItRuns() {
        var machine = stateMachine("waiting",
                "{\"StartAt\":\"W\",\"States\":{\"W\":{\"Type\":\"Wait\",\"Seconds\":2,\"End\":true}}}");

        var first = startExecution(machine, "one", "{\"a\":1}");

        assertThat(startExecution(machine, "one", "{\"a\":1}")).isEqualTo(first);
        assertThat(startExecution(machine, "one", "{\"a\":2}").at("/__type").asText())
                .contains("ExecutionAlreadyExists");
        assertThat(ended(first).at("/status").asText()).isEqualTo("SUCCEEDED");
        assertThat(startExecution(machine, "one", "{\"a\":1}").at("/__type").asText())
                .contains("ExecutionAlreadyExists");
    }

    @Test
    void aMachineCanCatchAFunctionsErrorByItsType() {
        var machine = stateMachine("catching",
                """
                        {"QueryLanguage":"JSONata","StartAt":"T","States":{
                         "T":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Arguments":{"FunctionName":"Failing","Payload":{}},"End":true,
                              "Catch":[{"ErrorEquals":["java.lang.IllegalStateException"],"Output":{"cause":"{% $parse($states.errorOutput.Cause).errorMessage %}"},"Next":"P"}]},
                         "P":{"Type":"Pass","End":true}}}""");

        assertThat(Aws.json(ended(startExecution(machine, "x", "{}")).at("/output").asText()).at("/cause").asText())
                .startsWith("the disk said");
    }

    @Test
    void aTasksTimeLimitMayBeComputed() {
        var jsonata = stateMachine("limited",
                """
                        {"QueryLanguage":"JSONata","StartAt":"T","States":{
                         "T":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Arguments":{"FunctionName":"Sleeping","Payload":1900},
                              "TimeoutSeconds":"{% $states.input.limit %}","End":true}}}""");
        var jsonPath = stateMachine("limited-by-path",
                """
                        {"StartAt":"T","States":{
                         "T":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"Sleeping","Payload":1900},
                              "TimeoutSecondsPath":"$.limit","End":true}}}""");

        assertThat(ended(startExecution(jsonata, "late", "{\"limit\":1}")).at("/error").asText())
                .isEqualTo("States.Timeout");
        assertThat(ended(startExecution(jsonata, "in-time", "{\"limit\":30}")).at("/status").asText())
                .isEqualTo("SUCCEEDED");
        assertThat(ended(startExecution(jsonPath, "late", "{\"limit\":1}")).at("/error").asText())
                .isEqualTo("States.Timeout");
    }

    @Test
    void aNestedExecutionsFailureHasTheChildsErrorInItsCause() {
        var child = stateMachine("child",
                "{\"StartAt\":\"F\",\"States\":{\"F\":{\"Type\":\"Fail\",\"Error\":\"Broken\",\"Cause\":\"no paper\"}}}");
        var parent = stateMachine("parent", """
                {"StartAt":"T","States":{"T":{"Type":"Task","Resource":"arn:aws:states:::states:startExecution.sync:2",
                 "Parameters":{"StateMachineArn":"%s","Input":{}},"End":true}}}""".formatted(child));

        var ended = ended(startExecution(parent, "x", "{}"));

        assertThat(ended.at("/error").asText()).isEqualTo("States.TaskFailed");
        var cause = Aws.json(ended.at("/cause").asText());
        assertThat(cause.at("/Error").asText()).isEqualTo("Broken");
        assertThat(cause.at("/Cause").asText()).isEqualTo("no paper");
        assertThat(cause.at("/Status").asText()).isEqualTo("FAILED");
    }

    @Test
    void aStreamsBatchWithFailedItemsIsOfferedAgain() {
        var table = aws.call("dynamodb", "DynamoDB_20120810.CreateTable",
                """
                        {"TableName":"streamed","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
                         "BillingMode":"PAY_PER_REQUEST","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}""");
        aws.post("lambda", "/2015-03-31/event-source-mappings/",
                """
                        {"EventSourceArn":"%s","FunctionName":"PartlyFailing","StartingPosition":"TRIM_HORIZON","FunctionResponseTypes":["ReportBatchItemFailures"]}"""
                        .formatted(table.at("/TableDescription/LatestStreamArn").asText()));

        aws.call("dynamodb", "DynamoDB_20120810.PutItem",
                "{\"TableName\":\"streamed\",\"Item\":{\"pk\":{\"S\":\"a\"}}}");

        eventually(() -> log().contains("stream batch 2") ? Optional.of(true) : Optional.empty());
        assertThat(log()).doesNotContain("stream batch 3");
    }

    /** The shorter of two times, since other work of the machine can only make one longer. */
    private Duration putTime(String header, String value) {
        var shortest = LIMIT;
        for (int i = 0; i < 2; i++) {
            var start = Instant.now();
            assertThat(aws.s3("PUT", "/checksums/large", "x".repeat(32 << 20), header, value).statusCode())
                    .isEqualTo(200);
            var took = Duration.between(start, Instant.now());
            shortest = took.compareTo(shortest) < 0 ? took : shortest;
        }
        return shortest;
    }

    private JsonNode published(String function) {
        aws.lambda("/" + function + "/versions", "{}");
        return eventually(() -> Optional
                .of(Aws.json(
                        aws.get("lambda", "/2015-03-31/functions/" + function + "/configuration?Qualifier=1").body()))
                .filter(version -> !version.at("/State").asText().equals("Pending")));
    }

    private static boolean reaches(InetAddress address, int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 500);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private String log() {
        try {
            return Files.readString(files.functionLog());
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
    }

    private void versionedBucket(String name) {
        aws.s3("PUT", "/" + name, "");
        aws.s3("PUT", "/" + name + "?versioning",
                "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>");
    }

    private Optional<JsonNode> receive(String queue) {
        var messages = aws
                .call("sqs", "AmazonSQS.ReceiveMessage",
                        "{\"QueueUrl\":\"%s\",\"MaxNumberOfMessages\":1}".formatted(queue))
                .at("/Messages");
        return messages.isEmpty() ? Optional.empty() : Optional.of(Aws.json(messages.get(0).at("/Body").asText()));
    }

    private String stateMachine(String name, String definition) {
        return aws.call("states", "AWSStepFunctions.CreateStateMachine",
                "{\"name\":\"%s\",\"roleArn\":\"arn:aws:iam::000000000000:role/r\",\"definition\":%s}".formatted(name,
                        Aws.quoted(definition)))
                .at("/stateMachineArn")
                .asText();
    }

    private JsonNode startExecution(String machine, String name, String input) {
        return aws.call("states", "AWSStepFunctions.StartExecution",
                "{\"stateMachineArn\":\"%s\",\"name\":\"%s\",\"input\":%s}".formatted(machine, name,
                        Aws.quoted(input)));
    }

    private JsonNode ended(JsonNode started) {
        return eventually(() -> Optional
                .of(aws.call("states", "AWSStepFunctions.DescribeExecution",
                        "{\"executionArn\":\"%s\"}".formatted(started.at("/executionArn").asText())))
                .filter(execution -> !execution.at("/status").asText().equals("RUNNING")));
    }

    private void startHost(int port) {
        host = processes.startHost(new HostClasses().in(directories.cache()), port, aws.endpoint(), started::add);
    }

    private void createFunction(String handler) throws IOException {
        var code = Base64.getEncoder().encodeToString(Files.readAllBytes(SampleFunctions.archive(folder)));
        aws.lambda("",
                """
                        {"FunctionName":"%s","Runtime":"java25","Role":"arn:aws:iam::000000000000:role/r","Handler":"dev.tally.local.host.SampleFunctions$%s","Timeout":2,
                         "MemorySize":256,"SnapStart":{"ApplyOn":"PublishedVersions"},"Environment":{"Variables":{"GREETING":"a=b&c é"}},"Code":{"ZipFile":"%s"}}"""
                        .formatted(handler, handler, code));
    }

    private static <T> T eventually(Supplier<Optional<T>> question) {
        var limit = Instant.now().plus(LIMIT);
        while (Instant.now().isBefore(limit)) {
            var answer = question.get();
            if (answer.isPresent()) {
                return answer.get();
            }
            CloudProcesses.pause();
        }
        throw new AssertionError("not within " + LIMIT);
    }
}
