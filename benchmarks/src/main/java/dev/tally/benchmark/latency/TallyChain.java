package dev.tally.benchmark.latency;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

import dev.tally.aws.AwsClients;
import dev.tally.benchmark.Cloud;

/** Tally as deployed: a manifest, all members but one, and then the last. The dataset's job is none. */
final class TallyChain implements Chain {
    private static final String PREFIX = "plain/latency-";
    private static final String CONTENT = "content";
    private static final Duration SETTLING = Duration.ofMillis(300);
    private static final List<QueueAttributeName> WAITING = List.of(
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE);

    private final int members;
    private final S3Client objects;
    private final SqsClient queues;
    private final List<String> queueUrls;
    private final String bucket;
    private final Executions executions;

    TallyChain(Cloud cloud, int members) {
        AwsClients clients = cloud.clients();
        this.members = members;
        this.objects = clients.s3();
        this.queues = clients.sqs();
        this.queueUrls = List.of(cloud.output("IndexQueueUrl"), cloud.output("CheckQueueUrl"));
        this.bucket = cloud.output("LandingBucket");
        this.executions = new Executions(clients.stepFunctions(), cloud.output("ProcessingArn"));
    }

    @Override
    public void prepare(int round) {
        String manifest = IntStream.range(0, members)
                .mapToObj(member -> "{\"path\":\"" + path(member) + "\",\"size\":" + CONTENT.length() + '}')
                .collect(Collectors.joining(",", "{\"tallyManifest\":1,\"members\":[", "]}"));
        put(round, "delivery.manifest.json", manifest);
        for (int member = 0; member < members - 1; member++) {
            put(round, path(member), CONTENT);
        }
        do {
            Executions.sleep(SETTLING);
        } while (queueUrls.stream().anyMatch(this::isBusy));
    }

    private boolean isBusy(String queue) {
        return queues.getQueueAttributes(get -> get.queueUrl(queue).attributeNames(WAITING))
                .attributes()
                .values()
                .stream()
                .anyMatch(number -> !number.equals("0"));
    }

    @Override
    public Instant putLast(int round) {
        Instant sent = Instant.now();
        put(round, path(members - 1), CONTENT);
        return sent;
    }

    @Override
    public Instant started(int round) {
        return executions.next();
    }

    private static String path(int member) {
        return "file-%04d.dat".formatted(member);
    }

    private void put(int round, String path, String content) {
        objects.putObject(put -> put.bucket(bucket).key(PREFIX + round + '/' + path), RequestBody.fromString(content));
    }
}
