package dev.tally.infra;

import java.util.List;
import java.util.Map;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.RuleTargetInput;
import software.amazon.awscdk.services.events.Schedule;
import software.amazon.awscdk.services.events.targets.SqsQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

import dev.tally.sweep.Rhythm;

/** Asks for a sweep again and again. A message rather than a call: the sweep goes on by messages of the same queue. */
final class SweepSchedule {
    private SweepSchedule() {}

    static void create(Construct scope, String id, Rhythm rhythm, Queue sweepQueue, Queues queues) {
        Rule.Builder.create(scope, id)
                .description("Asks for a sweep of all open deliveries")
                .schedule(Schedule.rate(Duration.minutes(rhythm.every().toMinutes())))
                .targets(List.of(SqsQueue.Builder.create(sweepQueue)
                        .message(RuleTargetInput.fromObject(Map.of("sweep", "everything")))
                        .deadLetterQueue(queues.deadLetters("SweepsUndelivered",
                                "requests for sweeps that did not reach the sweep queue"))
                        .build()))
                .build();
    }
}
