package dev.tally.infra;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tally.infra.Synthesis.Resource;

import static org.assertj.core.api.Assertions.assertThat;

/** A change to production cannot delete data, however it comes about: by removal, by replacement, by deleting a table or a stack. */
final class ProductionTest {

    private static final Synthesis PROD = Synthesis.of("prod");
    private static final Set<String> STATEFUL = Set.of("AWS::S3::Bucket", "AWS::DynamoDB::Table",
            "AWS::Logs::LogGroup");

    static Stream<Synthesis> environments() {
        return Synthesis.all();
    }

    @Test
    void whateverHoldsDataIsRetainedBothWays_CDK_08() {
        assertThat(stateful(PROD)).hasSizeGreaterThan(10).allSatisfy(resource -> {
            assertThat(resource.json().path("DeletionPolicy").asText()).isEqualTo("Retain");
            assertThat(resource.json().path("UpdateReplacePolicy").asText()).isEqualTo("Retain");
        });
    }

    @Test
    void theTableRefusesDeletion() {
        assertThat(PROD.data().resources("AWS::DynamoDB::Table")).hasSize(1)
                .allMatch(table -> table.property("DeletionProtectionEnabled").booleanValue());
    }

    @Test
    void bothStacksRefuseDeletion() {
        assertThat(PROD.artifacts()).hasSize(2)
                .allMatch(stack -> Boolean.TRUE.equals(stack.getTerminationProtection()));
    }

    @Test
    void nothingEmptiesABucket() {
        assertThat(Stream.concat(PROD.data().resources(), PROD.tracker().resources()).map(Resource::type))
                .noneMatch(type -> type.startsWith("Custom::"));
    }

    /**
     * Another logical id or another key schema would be another, empty, table or bucket beside the retained one. Whoever changes what is written here
     * has to say how the data comes along.
     */
    @Test
    void whateverHoldsDeliveriesStaysTheSame_CDK_08() {
        assertThat(PROD.data()
                .resources()
                .filter(resource -> STATEFUL.contains(resource.type()))
                .collect(Collectors.toMap(Resource::id, Resource::type)))
                .isEqualTo(Map.of("LandingF95672E9", "AWS::S3::Bucket", "WorkBF636A8B", "AWS::S3::Bucket",
                        "ArchiveDA4CB258", "AWS::S3::Bucket",
                        "AccessLogs8B620ECA", "AWS::S3::Bucket", "Tracking0CBED059", "AWS::DynamoDB::Table"));
        assertThat(PROD.data().resource("AWS::DynamoDB::Table", "Tracking").property("KeySchema").toString())
                .isEqualTo(
                        "[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}]");
    }

    @ParameterizedTest
    @MethodSource("environments")
    void whatMayBeRetainedHasNoNameThatWouldBlockTheNextDeployment_CDK_08(Synthesis synthesis) {
        assertThat(stateful(synthesis))
                .allSatisfy(resource -> assertThat(resource.property().propertyStream().map(Map.Entry::getKey))
                        .doesNotContain("BucketName", "TableName", "LogGroupName"));
        assertThat(synthesis.tracker().resources("AWS::SQS::Queue"))
                .allMatch(queue -> queue.property("QueueName").isMissingNode());
    }

    @Test
    void developmentLeavesNothingBehind() {
        var dev = Synthesis.of("dev");
        assertThat(stateful(dev)).allSatisfy(resource -> {
            assertThat(resource.json().path("DeletionPolicy").asText()).isEqualTo("Delete");
            assertThat(resource.json().path("UpdateReplacePolicy").asText()).isEqualTo("Delete");
        });
        assertThat(dev.artifacts()).noneMatch(stack -> Boolean.TRUE.equals(stack.getTerminationProtection()));
        assertThat(dev.data()
                .resource("AWS::DynamoDB::Table", "Tracking")
                .property("DeletionProtectionEnabled")
                .booleanValue()).isFalse();
    }

    /** What is tried out in development is what runs in production; only what the catalog asks for is there or not. */
    @Test
    void environmentsDifferOnlyByWhatTheirFilesSay() {
        assertThat(kinds(Synthesis.of("dev")).entrySet()).containsExactlyInAnyOrderElementsOf(kinds(PROD).entrySet());
    }

    private static Map<String, String> kinds(Synthesis synthesis) {
        return Stream.concat(synthesis.data().resources(), synthesis.tracker().resources())
                // The ids of these contain a digest or the stack's name.
                .filter(resource -> !Set.of("AWS::Lambda::Version", "AWS::Lambda::Permission")
                        .contains(resource.type()))
                .filter(resource -> Stream.of("Notices", "QueuesNotices", "QuickLook", "AlarmsTopictally")
                        .noneMatch(resource.id()::startsWith))
                .collect(Collectors.toMap(Resource::id, Resource::type));
    }

    private static Stream<Resource> stateful(Synthesis synthesis) {
        return Stream.concat(synthesis.data().resources(), synthesis.tracker().resources())
                .filter(resource -> STATEFUL.contains(resource.type()));
    }
}
