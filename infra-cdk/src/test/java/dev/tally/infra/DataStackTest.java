package dev.tally.infra;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tally.infra.Synthesis.Resource;

import static org.assertj.core.api.Assertions.assertThat;

final class DataStackTest {

    private static final String BUCKET = "AWS::S3::Bucket";
    private static final String TABLE = "AWS::DynamoDB::Table";

    static Stream<Synthesis> environments() {
        return Synthesis.all();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void theLandingBucketSendsItsEvents_CDK_01(Synthesis synthesis) {
        assertThat(events(synthesis.data().resource(BUCKET, "Landing"))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void noBucketThatWeWriteSendsEvents_OBJ_05(Synthesis synthesis) {
        assertThat(synthesis.data().resources(BUCKET).filter(DataStackTest::events).map(Resource::id))
                .allMatch(id -> id.startsWith("Landing"));
        var written = synthesis.tracker()
                .resources("AWS::IAM::Policy")
                .flatMap(policy -> Policies.statements(policy).filter(statement -> statement.allows("s3:PutObject")))
                .flatMap(statement -> statement.resources().stream());
        assertThat(written).isNotEmpty().noneMatch(resource -> resource.contains("Landing"));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void bucketsAreVersionedEncryptedAndPrivate(Synthesis synthesis) {
        assertThat(synthesis.data().resources(BUCKET)).hasSize(4).allSatisfy(bucket -> {
            assertThat(bucket.property("VersioningConfiguration", "Status").asText()).isEqualTo("Enabled");
            assertThat(bucket.property("BucketEncryption", "ServerSideEncryptionConfiguration")
                    .path(0)
                    .at("/ServerSideEncryptionByDefault/SSEAlgorithm")
                    .asText()).isEqualTo("AES256");
            assertThat(bucket.property("PublicAccessBlockConfiguration"))
                    .isNotEmpty()
                    .hasSize(4)
                    .allMatch(JsonNode::booleanValue);
            assertThat(bucket.property("OwnershipControls", "Rules").path(0).path("ObjectOwnership").asText())
                    .isEqualTo("BucketOwnerEnforced");
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void bucketsRefuseWhoeverComesWithoutTls(Synthesis synthesis) {
        assertThat(synthesis.data().resources(BUCKET)).allSatisfy(bucket -> {
            var policy = synthesis.data()
                    .resources("AWS::S3::BucketPolicy")
                    .filter(candidate -> candidate.property("Bucket").asText().equals('<' + bucket.id() + '>'))
                    .findFirst()
                    .orElseThrow();
            assertThat(Policies.statements(policy)).anySatisfy(statement -> {
                assertThat(statement.json().path("Effect").asText()).isEqualTo("Deny");
                assertThat(statement.json().at("/Condition/Bool/aws:SecureTransport").asText()).isEqualTo("false");
                assertThat(statement.resources()).containsExactlyInAnyOrder('<' + bucket.id() + ".Arn>",
                        '<' + bucket.id() + ".Arn>/*");
            });
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void forgottenUploadsGoAndOldVersionsToo(Synthesis synthesis) {
        assertThat(synthesis.data().resources(BUCKET)).allSatisfy(bucket -> assertThat(rules(bucket))
                .anyMatch(rule -> rule.at("/AbortIncompleteMultipartUpload/DaysAfterInitiation").intValue() == 7
                        && !rule.has("Prefix") && rule.path("Status").asText().equals("Enabled")));
        var days = synthesis.environment().deployment().oldVersionDays();
        assertThat(List.of("Landing", "Work"))
                .allSatisfy(bucket -> assertThat(rules(synthesis.data().resource(BUCKET, bucket)))
                        .anyMatch(rule -> rule.at("/NoncurrentVersionExpiration/NoncurrentDays").intValue() == days
                                && !rule.has("Prefix")));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void nothingInLandingOrArchiveExpires(Synthesis synthesis) {
        assertThat(List.of("Landing", "Archive"))
                .allSatisfy(bucket -> assertThat(rules(synthesis.data().resource(BUCKET, bucket)))
                        .noneMatch(rule -> rule.has("ExpirationInDays") || rule.has("ExpirationDate")));
        assertThat(rules(synthesis.data().resource(BUCKET, "Archive")))
                .noneMatch(rule -> rule.has("NoncurrentVersionExpiration"));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void theTableKeepsItsHistoryAndStreamsIt(Synthesis synthesis) {
        var table = synthesis.data().resource(TABLE, "Tracking");
        assertThat(table.property("BillingMode").asText()).isEqualTo("PAY_PER_REQUEST");
        assertThat(table.property("PointInTimeRecoverySpecification", "PointInTimeRecoveryEnabled").booleanValue())
                .isTrue();
        assertThat(table.property("StreamSpecification", "StreamViewType").asText()).isEqualTo("NEW_AND_OLD_IMAGES");
        assertThat(keys(table.property("KeySchema"))).containsExactly("pk HASH", "sk RANGE");
    }

    @ParameterizedTest
    @MethodSource("environments")
    void theOnlyIndexIsSpreadByDatasetAndNotByStatus_DDB_12(Synthesis synthesis) {
        var indexes = synthesis.data().resource(TABLE, "Tracking").property("GlobalSecondaryIndexes");
        assertThat(indexes).hasSize(1);
        var index = indexes.path(0);
        assertThat(index.path("IndexName").asText()).isEqualTo("byDataset");
        assertThat(keys(index.path("KeySchema"))).containsExactly("dataset HASH", "order RANGE");
        assertThat(index.at("/Projection/ProjectionType").asText()).isEqualTo("KEYS_ONLY");
        assertThat(synthesis.data().resource(TABLE, "Tracking").property("AttributeDefinitions"))
                .extracting(attribute -> attribute.path("AttributeName").asText())
                .containsExactlyInAnyOrder("pk", "sk", "dataset", "order");
    }

    @ParameterizedTest
    @MethodSource("environments")
    void noCustomResourcesAndNoFunctionsBeneathThem(Synthesis synthesis) {
        assertThat(Stream.concat(synthesis.data().resources(), synthesis.tracker().resources()).map(Resource::type))
                .noneMatch(type -> type.startsWith("Custom::") || type.startsWith("AWS::CloudFormation::"));
        assertThat(synthesis.data().resources("AWS::Lambda::Function")).isEmpty();
    }

    /** The tracker may be taken away and put back; the data cannot know of it. */
    @ParameterizedTest
    @MethodSource("environments")
    void theDataRefersToNothingElsewhere_CDK_03(Synthesis synthesis) {
        assertThat(synthesis.data().template().toString()).doesNotContain("<Tally-");
        var data = synthesis.artifacts().getFirst();
        assertThat(data.getStackName()).endsWith("-Data");
        assertThat(data.getDependencies()).extracting(artifact -> artifact.getId())
                .noneMatch(id -> id.equals(synthesis.artifacts().getLast().getId()));
        assertThat(synthesis.tracker().template().toString())
                .contains("<Tally-" + synthesis.environment().name() + "-Data:ExportsOutputRefLanding");
    }

    private static boolean events(Resource bucket) {
        return bucket.property("NotificationConfiguration", "EventBridgeConfiguration", "EventBridgeEnabled")
                .booleanValue();
    }

    private static List<JsonNode> rules(Resource bucket) {
        return StreamSupport.stream(bucket.property("LifecycleConfiguration", "Rules").spliterator(), false).toList();
    }

    private static Stream<String> keys(JsonNode schema) {
        return StreamSupport.stream(schema.spliterator(), false)
                .map(key -> key.path("AttributeName").asText() + ' ' + key.path("KeyType").asText());
    }
}
