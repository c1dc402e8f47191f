package dev.tally.infra;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.event.ruler.Ruler;

import dev.tally.infra.Synthesis.Resource;

import static org.assertj.core.api.Assertions.assertThat;

/** Asks EventBridge's own matcher what the rules of the templates let through. */
final class RulesTest {

    private static final Synthesis DEV = Synthesis.of("dev");

    static Stream<Synthesis> environments() {
        return Synthesis.all();
    }

    static Stream<Resource> rules(Synthesis synthesis) {
        return synthesis.tracker().resources("AWS::Events::Rule");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PutObject", "POST Object", "CopyObject", "CompleteMultipartUpload"})
    void everyReasonOfACreationIsAnArrival_EVT_09(String reason) {
        assertThat(matches("IntakeArrivals", s3("Object Created", landing(), reason))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DeleteObject", "Lifecycle Expiration"})
    void everyReasonOfADeletionIsTakenToo(String reason) {
        assertThat(matches("IntakeArrivals", s3("Object Deleted", landing(), reason))).isTrue();
    }

    @Test
    void theRuleForArrivalsFiltersByNoReason_EVT_09() {
        assertThat(rule("IntakeArrivals").property("EventPattern").toString()).doesNotContain("reason");
    }

    @Test
    void theRuleForArrivalsKnowsTheLandingBucketOnly_OBJ_05() {
        assertThat(rule("IntakeArrivals").property("EventPattern").at("/detail/bucket/name")).hasSize(1);
        assertThat(landing()).startsWith("<Tally-dev-Data:ExportsOutputRefLanding");
    }

    @Test
    void otherBucketsAndOtherEventsAreNoArrivals_OBJ_05() {
        assertThat(List.of("work", "archive", "access-logs"))
                .noneMatch(bucket -> matches("IntakeArrivals", s3("Object Created", bucket, "CopyObject")));
        assertThat(matches("IntakeArrivals", s3("Object Tags Added", landing(), "PutObjectTagging"))).isFalse();
        assertThat(matches("IntakeArrivals", s3("Object Restore Completed", landing(), "RestoreObject"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED"})
    void everyEndOfARunIsHandled_SFN_07_EB_07(String status) {
        assertThat(matches("StatusStreamEndsOfRuns", run(status, machine("MachinesProcessing")))).isTrue();
        assertThat(matches("StatusStreamEndsOfRuns", run(status, machine("MachinesArchiving")))).isTrue();
        assertThat(matches("StatusStreamEndsOfRuns",
                run(status, "arn:aws:states:eu-west-1:123456789012:stateMachine:theirs"))).isFalse();
    }

    @Test
    void aRunThatBeginsIsNoEnd() {
        assertThat(matches("StatusStreamEndsOfRuns", run("RUNNING", machine("MachinesProcessing")))).isFalse();
    }

    @Test
    void whatWasProcessedIsArchivedWhereTheDatasetHasAnArchive() {
        assertThat(matches("StatusStreamToArchive", delivery("Delivery Processed", "demo", true))).isTrue();
        assertThat(matches("StatusStreamToArchive", delivery("Delivery Processed", "plain", false))).isFalse();
        assertThat(matches("StatusStreamToArchive", delivery("Delivery Archived", "demo", true))).isFalse();
        assertThat(rule("StatusStreamToArchive").property("Targets").path(0).path("InputPath").asText())
                .isEqualTo("$.detail");
    }

    @ParameterizedTest
    @MethodSource("environments")
    void rulesForStatusesListenToTheBusThatThePublisherWritesTo_EB_02(Synthesis synthesis) {
        var bus = '<' + synthesis.tracker().resource("AWS::Events::EventBus", "Bus").id() + '>';
        assertThat(synthesis.tracker()
                .resource("AWS::Lambda::Function", "FunctionsPublisher")
                .property("Environment", "Variables", "TALLY_BUS_NAME")
                .asText())
                .isEqualTo(bus);
        assertThat(rules(synthesis)
                .filter(rule -> rule.property("EventPattern").path("source").path(0).asText().equals("tally")))
                .isNotEmpty()
                .allMatch(rule -> rule.property("EventBusName").asText().equals(bus));
        assertThat(rules(synthesis)
                .filter(rule -> !rule.property("EventPattern").path("source").path(0).asText().equals("tally")))
                .hasSize(3)
                .allMatch(rule -> rule.property("EventBusName").isMissingNode());
    }

    @ParameterizedTest
    @MethodSource("environments")
    void everyTargetHasADeadLetterQueue_LAM_06(Synthesis synthesis) {
        assertThat(rules(synthesis)).hasSizeGreaterThanOrEqualTo(3).allSatisfy(rule -> {
            assertThat(rule.property("Targets")).isNotEmpty();
            rule.property("Targets")
                    .forEach(target -> assertThat(
                            synthesis.tracker().at(target.at("/DeadLetterConfig/Arn")).type())
                            .isEqualTo("AWS::SQS::Queue"));
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void everyFunctionThatARuleCallsHasADestinationForItsOwnFailuresToo_LAM_06(Synthesis synthesis) {
        var called = rules(synthesis)
                .flatMap(rule -> StreamSupport.stream(rule.property("Targets").spliterator(), false))
                .filter(target -> target.path("Arn").asText().startsWith("<Functions"))
                .toList();
        assertThat(called).isNotEmpty().allSatisfy(target -> {
            assertThat(target.at("/RetryPolicy/MaximumEventAgeInSeconds").intValue()).isPositive();
            var function = Invoked.function(synthesis, target.path("Arn"));
            var config = synthesis.tracker()
                    .resources("AWS::Lambda::EventInvokeConfig")
                    .filter(candidate -> candidate.property("FunctionName").asText().equals('<' + function.id() + '>'))
                    .findFirst()
                    .orElseThrow();
            assertThat(config.property("Qualifier")).isEqualTo(target.path("Arn"));
            assertThat(config.property("MaximumEventAgeInSeconds").intValue()).isPositive();
            assertThat(synthesis.tracker().at(config.property("DestinationConfig", "OnFailure", "Destination")).type())
                    .isEqualTo("AWS::SQS::Queue");
        });
    }

    @Test
    void ownersHearOfTheirOwnTroublesOnly() {
        var prod = Synthesis.of("prod");
        var rule = prod.tracker().resource("AWS::Events::Rule", "Noticesmagnetometertroubles");
        assertThat(matches(rule, delivery("Delivery Failed", "magnetometer", true))).isTrue();
        assertThat(matches(rule, delivery("Delivery Rejected", "magnetometer", true))).isTrue();
        assertThat(matches(rule, delivery("Delivery Failed", "camera", true))).isFalse();
        assertThat(matches(rule, delivery("Delivery Processed", "magnetometer", true))).isFalse();
        var delays = prod.tracker().resource("AWS::Events::Rule", "Noticesmagnetometerdelays");
        assertThat(matches(delays, delivery("Delivery Overdue", "magnetometer", true))).isTrue();
        assertThat(matches(delays, delivery("Delivery Overdue", "camera", true))).isFalse();
        assertThat(matches(delays, delivery("Delivery Failed", "magnetometer", true))).isFalse();
        assertThat(delays.property("Targets").path(0).path("Arn"))
                .isEqualTo(rule.property("Targets").path(0).path("Arn"));
        assertThat(delays.property("Targets").path(0).at("/InputTransformer/InputPathsMap").toString())
                .contains("$.detail.due");
        var topic = prod.tracker().at(rule.property("Targets").path(0).path("Arn"));
        assertThat(prod.tracker()
                .resources("AWS::SNS::Subscription")
                .filter(subscription -> subscription.property("TopicArn").asText().equals('<' + topic.id() + '>'))
                .map(subscription -> subscription.property("Endpoint").asText()))
                .containsExactly("magnetometer@example.org");
    }

    @ParameterizedTest
    @MethodSource("environments")
    void sweepsAreAskedForAgainAndAgain_EB_07_LAM_07(Synthesis synthesis) throws Exception {
        var rule = synthesis.tracker().resource("AWS::Events::Rule", "SweepSchedule");
        assertThat(rule.property("ScheduleExpression").asText()).isEqualTo("rate(15 minutes)");
        var target = rule.property("Targets").path(0);
        var mapping = synthesis.tracker()
                .resources("AWS::Lambda::EventSourceMapping")
                .filter(candidate -> candidate.property("EventSourceArn").equals(target.path("Arn")))
                .findFirst()
                .orElseThrow();
        assertThat(Invoked.function(synthesis, mapping.property("FunctionName")).property("FunctionName").asText())
                .endsWith("-sweeper");
        assertThat(Synthesis.JSON.readTree(target.path("Input").asText()))
                .isEqualTo(Synthesis.JSON.readTree("{\"sweep\": \"everything\"}"));
        var idle = synthesis.tracker().resource("AWS::CloudWatch::Alarm", "FunctionsSweeperIdle");
        assertThat(idle.property("Period").intValue()).isEqualTo(1800);
        assertThat(idle.property("ComparisonOperator").asText()).isEqualTo("LessThanThreshold");
    }

    @Test
    void onlyChangesOfDeliveriesReachThePublisher() {
        var mapping = DEV.tracker().resource("AWS::Lambda::EventSourceMapping", "StatusStream");
        var pattern = mapping.property("FilterCriteria", "Filters").path(0).path("Pattern").asText();
        assertThat(lets(pattern, record("D#demo/one", "R#abc"))).isTrue();
        assertThat(lets(pattern, record("F#landing/demo/one.csv", "F"))).isFalse();
        assertThat(lets(pattern, record("F#landing/D#demo", "W#1"))).isFalse();
        assertThat(lets(pattern, record("D#demo/one@abc#0", "C"))).isFalse();
    }

    @Test
    void whatThePublisherCannotPublishIsSplitAndThenKept() {
        var mapping = DEV.tracker().resource("AWS::Lambda::EventSourceMapping", "StatusStream");
        assertThat(mapping.property("BisectBatchOnFunctionError").booleanValue()).isTrue();
        assertThat(mapping.property("MaximumRetryAttempts").intValue()).isBetween(1, 100);
        assertThat(DEV.tracker().at(mapping.property("DestinationConfig", "OnFailure", "Destination")).type())
                .isEqualTo("AWS::SQS::Queue");
        assertThat(mapping.property("StartingPosition").asText()).isEqualTo("TRIM_HORIZON");
    }

    private static Resource rule(String beginning) {
        return DEV.tracker().resource("AWS::Events::Rule", beginning);
    }

    private static boolean matches(String ruleBeginning, String event) {
        return matches(rule(ruleBeginning), event);
    }

    private static boolean matches(Resource rule, String event) {
        return lets(rule.property("EventPattern").toString(), event);
    }

    private static boolean lets(String pattern, String event) {
        try {
            return Ruler.matchesRule(event, pattern);
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }

    private static String landing() {
        return rule("IntakeArrivals").property("EventPattern").at("/detail/bucket/name/0").asText();
    }

    private static String machine(String beginning) {
        return '<' + DEV.tracker().resource("AWS::StepFunctions::StateMachine", beginning).id() + '>';
    }

    private static String s3(String detailType, String bucket, String reason) {
        return """
                {"source": "aws.s3", "detail-type": "%s", "region": "eu-west-1",
                 "detail": {"bucket": {"name": "%s"}, "object": {"key": "demo/a b.csv", "sequencer": "0062"}, "reason": "%s"}}"""
                .formatted(detailType, bucket, reason);
    }

    private static String run(String status, String machine) {
        return """
                {"source": "aws.states", "detail-type": "Step Functions Execution Status Change",
                 "detail": {"status": "%s", "stateMachineArn": "%s", "name": "demo-1"}}""".formatted(status, machine);
    }

    private static String delivery(String detailType, String dataset, boolean archives) {
        return """
                {"source": "tally", "detail-type": "%s", "detail": {"dataset": "%s", "delivery": "one", "archives": %s}}"""
                .formatted(detailType, dataset, archives);
    }

    private static String record(String pk, String sk) {
        return """
                {"eventName": "MODIFY", "dynamodb": {"Keys": {"pk": {"S": "%s"}, "sk": {"S": "%s"}}}}""".formatted(pk,
                sk);
    }
}
