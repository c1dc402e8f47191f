package dev.tally.infra;

import java.util.List;
import java.util.Map;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.events.EventPattern;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.RuleTargetInput;
import software.amazon.awscdk.services.events.targets.LambdaFunction;
import software.amazon.awscdk.services.events.targets.SfnStateMachine;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.lambda.StartingPosition;
import software.amazon.awscdk.services.lambda.destinations.SqsDestination;
import software.amazon.awscdk.services.lambda.eventsources.SqsDlq;
import software.constructs.Construct;

/**
 * How a change of status travels: from the table's stream to the bus, from there to the archiving machine; and how the end of a run,
 * also one that nobody in the machine could report (aborted, timed out), comes back to the outcome function.
 */
final class StatusStream extends Construct {

    private static final Duration OLDEST_EVENT = Duration.hours(6);
    private static final int STREAM_TRIES = 20;
    private static final int BATCH = 100;

    private final Queues queues;

    StatusStream(Construct scope, String id, Queues queues) {
        super(scope, id);
        this.queues = queues;
    }

    /** Only deliveries: files are most of the stream, and what is filtered out here costs nothing. */
    void publish(TallyFunction publisher, String streamArn) {
        var failed = queues.deadLetters("StatusUnpublished",
                "places in the table's stream whose status changes were not published");
        EventSourceMapping.Builder.create(this, "PublisherMapping")
                .target(publisher.live())
                .eventSourceArn(streamArn)
                .startingPosition(StartingPosition.TRIM_HORIZON)
                .batchSize(BATCH)
                .bisectBatchOnError(true)
                .reportBatchItemFailures(true)
                .retryAttempts(STREAM_TRIES)
                .onFailure(new SqsDlq(failed))
                .filters(List.of(Map.of("pattern", """
                        {"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"D#"}]},"sk":{"S":[{"prefix":"R#"}]}}}}""")))
                .build();
    }

    void archive(EventBus bus, Machines machines) {
        Rule.Builder.create(this, "ToArchive")
                .description("Archives what was processed, where the dataset has an archive")
                .eventBus(bus)
                .eventPattern(EventPattern.builder()
                        .source(List.of("tally"))
                        .detailType(List.of("Delivery Processed"))
                        .detail(Map.of("archives", List.of(true)))
                        .build())
                .targets(List.of(SfnStateMachine.Builder.create(machines.archiving())
                        .input(RuleTargetInput.fromEventPath("$.detail"))
                        .deadLetterQueue(queues.deadLetters("ArchivingNotStarted",
                                "processed deliveries whose archiving did not start"))
                        .build()))
                .build();
    }

    void watchRuns(Machines machines, TallyFunction outcome) {
        outcome.live()
                .configureAsyncInvoke(EventInvokeConfigOptions.builder()
                        .maxEventAge(OLDEST_EVENT)
                        .retryAttempts(2)
                        .onFailure(new SqsDestination(queues.deadLetters("RunEndsUnhandled",
                                "ends of runs which the outcome function could not record")))
                        .build());
        Rule.Builder.create(this, "EndsOfRuns")
                .description(
                        "Every end of a run of our state machines, also those that the machine itself cannot report")
                .eventPattern(EventPattern.builder()
                        .source(List.of("aws.states"))
                        .detailType(List.of("Step Functions Execution Status Change"))
                        .detail(Map.of("status", List.of("SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED"),
                                "stateMachineArn",
                                List.of(machines.processing().getStateMachineArn(),
                                        machines.archiving().getStateMachineArn())))
                        .build())
                .targets(List.of(LambdaFunction.Builder.create(outcome.live())
                        .deadLetterQueue(queues.deadLetters("RunEndsUndelivered",
                                "ends of runs which did not reach the outcome function"))
                        .maxEventAge(OLDEST_EVENT)
                        .build()))
                .build();
    }
}
