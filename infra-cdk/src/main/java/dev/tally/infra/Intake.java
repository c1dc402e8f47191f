package dev.tally.infra;

import java.util.List;
import java.util.Map;

import software.amazon.awscdk.services.events.EventPattern;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.targets.SqsQueue;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * How a file's arrival reaches the functions: rule, queue, mapping. The rule takes every creation and deletion in the landing bucket, whatever the reason:
 * an upload by parts, a form post and a copy create objects too. Nothing of ours writes to that bucket, so nothing of ours can trigger us.
 */
final class Intake extends Construct {

    private static final int BATCH = 10;

    Intake(Construct scope, String id, IBucket landing, Queue indexQueue, Queues queues) {
        super(scope, id);
        Rule.Builder.create(this, "Arrivals")
                .description("Every creation and deletion of an object in the landing bucket")
                .eventPattern(EventPattern.builder()
                        .source(List.of("aws.s3"))
                        .detailType(List.of("Object Created", "Object Deleted"))
                        .detail(Map.of("bucket", Map.of("name", List.of(landing.getBucketName()))))
                        .build())
                .targets(List.of(SqsQueue.Builder.create(indexQueue)
                        .deadLetterQueue(queues.deadLetters("ArrivalsUndelivered",
                                "events of S3 that did not reach the index queue"))
                        .build()))
                .build();
    }

    /** Lets the function work off the queue; what it could not do of a batch comes again, the rest does not. */
    void consume(Queue queue, TallyFunction function) {
        function.allow(Allow.that(
                List.of("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility",
                        "sqs:GetQueueAttributes"),
                queue.getQueueArn()));
        EventSourceMapping.Builder.create(this, function.kind().constructId() + "Mapping")
                .target(function.live())
                .eventSourceArn(queue.getQueueArn())
                .batchSize(BATCH)
                .reportBatchItemFailures(true)
                .build();
    }
}
