package dev.tally.infra;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tally.infra.Synthesis.Resource;

import static org.assertj.core.api.Assertions.assertThat;

final class QueuesTest {

    private static final String QUEUE = "AWS::SQS::Queue";
    private static final int FOURTEEN_DAYS = 1_209_600;

    static Stream<Synthesis> environments() {
        return Synthesis.all();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void visibilityIsSixTimesTheFunctionsTimeLimitAndTheWindow_LAM_04(Synthesis synthesis) {
        var mappings = synthesis.tracker()
                .resources("AWS::Lambda::EventSourceMapping")
                .filter(mapping -> mapping.property("EventSourceArn").asText().startsWith("<Queues"))
                .toList();
        assertThat(mappings).hasSize(3).allSatisfy(mapping -> {
            var queue = synthesis.tracker().at(mapping.property("EventSourceArn"));
            var function = Invoked.function(synthesis, mapping.property("FunctionName"));
            var least = 6 * function.property("Timeout").intValue()
                    + mapping.property("MaximumBatchingWindowInSeconds").intValue();
            assertThat(queue.property("VisibilityTimeout").intValue()).isGreaterThanOrEqualTo(least);
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void partialFailuresAreReported(Synthesis synthesis) {
        assertThat(synthesis.tracker().resources("AWS::Lambda::EventSourceMapping")).hasSize(4)
                .allMatch(mapping -> mapping.property("FunctionResponseTypes")
                        .path(0)
                        .asText()
                        .equals("ReportBatchItemFailures"));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void everyQueueThatIsWorkedOffHasADeadLetterQueue(Synthesis synthesis) {
        assertThat(worked(synthesis)).hasSize(3).allSatisfy(queue -> {
            assertThat(queue.property("RedrivePolicy", "maxReceiveCount").intValue()).isEqualTo(5);
            var dead = synthesis.tracker().at(queue.property("RedrivePolicy", "deadLetterTargetArn"));
            assertThat(dead.property("MessageRetentionPeriod").intValue())
                    .isGreaterThanOrEqualTo(queue.property("MessageRetentionPeriod").intValue());
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void everyOtherQueueHoldsDeadLettersForFourteenDaysAndRaisesAnAlarm_LAM_06(Synthesis synthesis) {
        var alarmed = alarmed(synthesis, "ApproximateNumberOfMessagesVisible");
        assertThat(deadLetters(synthesis)).hasSizeGreaterThanOrEqualTo(7).allSatisfy(queue -> {
            assertThat(queue.property("MessageRetentionPeriod").intValue()).isEqualTo(FOURTEEN_DAYS);
            assertThat(alarmed).contains(queue.id());
        });
        assertThat(alarmed(synthesis, "ApproximateAgeOfOldestMessage"))
                .containsExactlyInAnyOrderElementsOf(worked(synthesis).map(Resource::id).toList());
    }

    @ParameterizedTest
    @MethodSource("environments")
    void everyAlarmTellsTheOperators(Synthesis synthesis) {
        var topic = '<' + synthesis.tracker().resource("AWS::SNS::Topic", "AlarmsTopic").id() + '>';
        assertThat(synthesis.tracker().resources("AWS::CloudWatch::Alarm")).hasSizeGreaterThan(20).allSatisfy(alarm -> {
            assertThat(alarm.property("AlarmActions")).extracting(node -> node.asText()).containsExactly(topic);
            assertThat(alarm.property("AlarmDescription").asText()).isNotBlank();
            assertThat(alarm.property("TreatMissingData").asText())
                    .isEqualTo(alarm.id().contains("Idle") ? "breaching" : "notBreaching");
        });
        assertThat(synthesis.tracker().resources("AWS::SNS::TopicPolicy").flatMap(Policies::statements))
                .anyMatch(statement -> statement.allows("sns:Publish") && statement.resources().contains(topic)
                        && statement.json().at("/Principal/Service").asText().equals("cloudwatch.amazonaws.com"));
    }

    /** SQS's own key: no grant is needed, which the account's default KMS key would not even allow. */
    @ParameterizedTest
    @MethodSource("environments")
    void rulesCanDeliverToEveryQueueAndDeadLetterQueue_CDK_04_CDK_05(Synthesis synthesis) {
        assertThat(synthesis.tracker().resources(QUEUE)).allSatisfy(queue -> {
            assertThat(queue.property("SqsManagedSseEnabled").booleanValue()).isTrue();
            assertThat(queue.property("KmsMasterKeyId").isMissingNode()).isTrue();
        });
        assertThat(RulesTest.rules(synthesis)).allSatisfy(rule -> rule.property("Targets").forEach(target -> {
            assertThat(mayBeSentTo(synthesis, target.at("/DeadLetterConfig/Arn").asText(), rule)).isTrue();
            if (target.path("Arn").asText().startsWith("<Queues")) {
                assertThat(mayBeSentTo(synthesis, target.path("Arn").asText(), rule)).isTrue();
            }
        }));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void everyQueueRefusesWhoeverComesWithoutTls(Synthesis synthesis) {
        var refusing = synthesis.tracker()
                .resources("AWS::SQS::QueuePolicy")
                .filter(policy -> Policies.statements(policy)
                        .anyMatch(statement -> statement.json().path("Effect").asText().equals("Deny")
                                && statement.json().at("/Condition/Bool/aws:SecureTransport").asText().equals("false")))
                .flatMap(policy -> StreamSupport.stream(policy.property("Queues").spliterator(), false))
                .map(queue -> References.target(queue.asText()));
        assertThat(refusing)
                .containsExactlyInAnyOrderElementsOf(synthesis.tracker().resources(QUEUE).map(Resource::id).toList());
    }

    private static boolean mayBeSentTo(Synthesis synthesis, String queueArn, Resource rule) {
        return synthesis.tracker()
                .resources("AWS::SQS::QueuePolicy")
                .flatMap(Policies::statements)
                .anyMatch(statement -> statement.allows("sqs:SendMessage") && statement.resources().contains(queueArn)
                        && statement.json().at("/Principal/Service").asText().equals("events.amazonaws.com")
                        && statement.json()
                                .at("/Condition/ArnEquals/aws:SourceArn")
                                .asText()
                                .equals('<' + rule.id() + ".Arn>"));
    }

    private static Stream<Resource> worked(Synthesis synthesis) {
        return synthesis.tracker().resources(QUEUE).filter(queue -> queue.property().has("RedrivePolicy"));
    }

    private static List<Resource> deadLetters(Synthesis synthesis) {
        return synthesis.tracker().resources(QUEUE).filter(queue -> !queue.property().has("RedrivePolicy")).toList();
    }

    private static Set<String> alarmed(Synthesis synthesis, String metric) {
        return synthesis.tracker()
                .resources("AWS::CloudWatch::Alarm")
                .filter(alarm -> alarm.property("MetricName").asText().equals(metric))
                .map(alarm -> References.target(alarm.property("Dimensions").path(0).path("Value").asText()))
                .collect(Collectors.toSet());
    }
}
