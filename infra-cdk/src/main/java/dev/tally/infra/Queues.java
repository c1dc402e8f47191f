package dev.tally.infra;

import java.util.ArrayList;
import java.util.List;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/**
 * Queues, each with its dead-letter queue, and the dead-letter queues of rules and functions; every one has an alarm. All use SQS's
 * own key: EventBridge cannot be allowed to use the account's default key.
 */
final class Queues extends Construct {

    private static final Duration DEAD_LETTERS_KEPT = Duration.days(14);
    private static final Duration MINUTE = Duration.minutes(1);
    private static final int TRIES = 5;

    private final Alarms alarms;
    private final List<Queue> deadLetters = new ArrayList<>();
    private final List<Queue> working = new ArrayList<>();

    Queues(Construct scope, String id, Alarms alarms) {
        super(scope, id);
        this.alarms = alarms;
    }

    /** A queue that the given function works off. */
    Queue consumedBy(FunctionKind consumer, String id, Duration tooOld) {
        var queue = Queue.Builder.create(this, id)
                .encryption(QueueEncryption.SQS_MANAGED)
                .enforceSsl(true)
                .visibilityTimeout(consumer.visibility())
                .retentionPeriod(DEAD_LETTERS_KEPT)
                .deadLetterQueue(DeadLetterQueue.builder()
                        .queue(deadLetters(id + "DeadLetters",
                                "messages that the " + consumer.constructId() + " refused " + TRIES + " times"))
                        .maxReceiveCount(TRIES)
                        .build())
                .build();
        working.add(queue);
        alarms.raise(queue, "TooOld",
                queue.metricApproximateAgeOfOldestMessage(
                        MetricOptions.builder().period(MINUTE).statistic("Maximum").build()),
                tooOld.toSeconds().doubleValue(),
                "The oldest message of the queue " + id + " waits too long: its function does not keep up or fails.");
        return queue;
    }

    /** Where something ends that could not be delivered. */
    Queue deadLetters(String id, String contents) {
        var queue = Queue.Builder.create(this, id)
                .encryption(QueueEncryption.SQS_MANAGED)
                .enforceSsl(true)
                .retentionPeriod(DEAD_LETTERS_KEPT)
                .build();
        deadLetters.add(queue);
        Compliance.exceptDeadLetters(queue);
        alarms.raise(queue, "NotEmpty",
                queue.metricApproximateNumberOfMessagesVisible(
                        MetricOptions.builder().period(MINUTE).statistic("Maximum").build()),
                1, "Dead letters wait in " + id + ": " + contents
                        + ". Look at them, correct the cause, then redrive the queue.");
        return queue;
    }

    List<Queue> working() {
        return List.copyOf(working);
    }

    List<Queue> allDeadLetters() {
        return List.copyOf(deadLetters);
    }
}
