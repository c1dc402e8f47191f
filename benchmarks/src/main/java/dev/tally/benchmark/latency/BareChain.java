package dev.tally.benchmark.latency;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Enumeration;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.FunctionResponseType;
import software.amazon.awssdk.services.lambda.model.Runtime;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

import dev.tally.aws.AwsClients;
import dev.tally.benchmark.Cloud;

/** The least that does the like: S3, EventBridge, queue, function, StartExecution; no table, and no manifest. */
final class BareChain implements Chain {
    private static final String NAME = "bare-chain";
    private static final String MACHINE = """
            {"StartAt": "Done", "States": {"Done": {"Type": "Pass", "End": true}}}""";
    private static final String ROLE = "arn:aws:iam::000000000000:role/" + NAME;

    private final S3Client objects;
    private final Executions executions;

    BareChain(Cloud cloud) {
        AwsClients clients = cloud.clients();
        objects = clients.s3();
        String machine = clients.stepFunctions()
                .createStateMachine(create -> create.name(NAME).definition(MACHINE).roleArn(ROLE))
                .stateMachineArn();
        executions = new Executions(clients.stepFunctions(), machine);
        objects.createBucket(create -> create.bucket(NAME));
        objects.putBucketVersioning(put -> put.bucket(NAME)
                .versioningConfiguration(versions -> versions.status(BucketVersioningStatus.ENABLED)));
        objects.putBucketNotificationConfiguration(put -> put.bucket(NAME)
                .notificationConfiguration(notices -> notices.eventBridgeConfiguration(events -> {})));
        String queue = queue(clients.sqs());
        clients.eventBridge()
                .putRule(put -> put.name(NAME)
                        .eventPattern("{\"source\":[\"aws.s3\"],\"detail-type\":[\"Object Created\"],"
                                + "\"detail\":{\"bucket\":{\"name\":[\"" + NAME + "\"]}}}"));
        clients.eventBridge()
                .putTargets(put -> put.rule(NAME).targets(Target.builder().id("queue").arn(queue).build()));
        function(cloud.functions(), cloud.functionsCode(), machine, queue);
    }

    private static String queue(SqsClient client) {
        String url = client.createQueue(create -> create.queueName(NAME)).queueUrl();
        return Optional.ofNullable(client.getQueueAttributes(
                get -> get.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN)).orElseThrow();
    }

    private static void function(LambdaClient client, Path functions, String machine, String queue) {
        byte[] code = with(functions, BareStarter.class);
        client.createFunction(create -> create.functionName(NAME)
                .runtime(Runtime.fromValue("java25"))
                .handler(BareStarter.class.getName())
                .role(ROLE)
                .memorySize(1_024)
                .timeout(60)
                .environment(settings -> settings.variables(Map.of(BareStarter.MACHINE, machine)))
                .code(archive -> archive.zipFile(SdkBytes.fromByteArrayUnsafe(code))));
        client.createEventSourceMapping(create -> create.functionName(NAME)
                .eventSourceArn(queue)
                .batchSize(10)
                .functionResponseTypes(FunctionResponseType.REPORT_BATCH_ITEM_FAILURES));
    }

    /** Tally's own archive, so that the same code runs, and one class more. */
    private static byte[] with(Path archive, Class<?> handler) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String name = handler.getName().replace('.', '/') + ".class";
        try (ZipFile source = new ZipFile(archive.toFile());
                ZipOutputStream target = new ZipOutputStream(bytes);
                InputStream code = handler.getResourceAsStream('/' + name)) {
            Enumeration<? extends ZipEntry> entries = source.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                target.putNextEntry(new ZipEntry(entry.getName()));
                source.getInputStream(entry).transferTo(target);
            }
            target.putNextEntry(new ZipEntry(name));
            target.write(code.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Reading " + archive, unreadable);
        }
        return bytes.toByteArray();
    }

    @Override
    public void prepare(int round) {
        // There is nothing but the last file.
    }

    @Override
    public Instant putLast(int round) {
        Instant sent = Instant.now();
        objects.putObject(put -> put.bucket(NAME).key("file-" + round), RequestBody.fromString("content"));
        return sent;
    }

    @Override
    public Instant started(int round) {
        return executions.next();
    }
}
