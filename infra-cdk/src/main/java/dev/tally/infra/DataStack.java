package dev.tally.infra;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.GlobalSecondaryIndexProps;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.ProjectionType;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.s3.BlockPublicAccess;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.amazon.awscdk.services.s3.BucketProps;
import software.amazon.awscdk.services.s3.CfnBucket;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.amazon.awscdk.services.s3.ObjectOwnership;
import software.amazon.awscdk.services.s3.StorageClass;
import software.amazon.awscdk.services.s3.Transition;
import software.constructs.Construct;

/**
 * Everything that holds data, in a stack of its own: a change to the tracker replaces none of it, and since nothing here refers to the
 * tracker, the two stacks cannot refer to each other in a circle.
 */
final class DataStack extends Stack {

    static final String INDEX = "byDataset";
    private static final Duration FORGOTTEN_UPLOAD = Duration.days(7);
    private static final Duration ACCESS_LOGS_KEPT = Duration.days(90);
    private static final Duration REPORTS_KEPT = Duration.days(365);
    private static final Duration ARCHIVE_COOLS_AFTER = Duration.days(90);

    private final Deployment deployment;
    private final Bucket accessLogs;
    private final Bucket landing;
    private final Bucket work;
    private final Bucket archive;
    private final Table table;

    DataStack(Construct scope, String id, StackProps props, Deployment deployment) {
        super(scope, id, props);
        this.deployment = deployment;
        this.accessLogs = accessLogs();
        this.landing = bucket("Landing", List.of(oldVersions()));
        this.work = bucket("Work", List.of(oldVersions(), expiring("fixity/"), expiring("receipts/")));
        this.archive = bucket("Archive", List.of(cooling()));
        this.table = createTable();
        enableEvents(landing);
    }

    Bucket landing() {
        return landing;
    }

    Bucket work() {
        return work;
    }

    Bucket archive() {
        return archive;
    }

    Table table() {
        return table;
    }

    String streamArn() {
        return Objects.requireNonNull(table.getTableStreamArn());
    }

    private Bucket accessLogs() {
        return new Bucket(this, "AccessLogs", secured()
                .lifecycleRules(List.of(LifecycleRule.builder()
                        .expiration(ACCESS_LOGS_KEPT)
                        .noncurrentVersionExpiration(Duration.days(1))
                        .abortIncompleteMultipartUploadAfter(FORGOTTEN_UPLOAD)
                        .build()))
                .build());
    }

    private Bucket bucket(String id, List<LifecycleRule> rules) {
        return new Bucket(this, id, secured()
                .serverAccessLogsBucket(accessLogs)
                .serverAccessLogsPrefix(id.toLowerCase(Locale.ROOT) + "/")
                .lifecycleRules(rules)
                .build());
    }

    private BucketProps.Builder secured() {
        return BucketProps.builder()
                .versioned(true)
                .encryption(BucketEncryption.S3_MANAGED)
                .enforceSsl(true)
                .minimumTlsVersion(1.2)
                .blockPublicAccess(BlockPublicAccess.BLOCK_ALL)
                .objectOwnership(ObjectOwnership.BUCKET_OWNER_ENFORCED)
                .removalPolicy(deployment.removal());
    }

    private LifecycleRule oldVersions() {
        return LifecycleRule.builder()
                .id("old-versions")
                .noncurrentVersionExpiration(Duration.days(deployment.oldVersionDays()))
                .abortIncompleteMultipartUploadAfter(FORGOTTEN_UPLOAD)
                .build();
    }

    private static LifecycleRule expiring(String prefix) {
        return LifecycleRule.builder()
                .id("expire-" + prefix.replace("/", ""))
                .prefix(prefix)
                .expiration(REPORTS_KEPT)
                .build();
    }

    /** Instant retrieval, since a colder class would refuse a reader. Old versions stay: an archive forgets nothing. */
    private static LifecycleRule cooling() {
        return LifecycleRule.builder()
                .id("cool-down")
                .transitions(List.of(Transition.builder()
                        .storageClass(StorageClass.GLACIER_INSTANT_RETRIEVAL)
                        .transitionAfter(ARCHIVE_COOLS_AFTER)
                        .build()))
                .abortIncompleteMultipartUploadAfter(FORGOTTEN_UPLOAD)
                .build();
    }

    private Table createTable() {
        var created = Table.Builder.create(this, "Tracking")
                .partitionKey(key("pk"))
                .sortKey(key("sk"))
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .pointInTimeRecoverySpecification(PointInTimeRecoverySpecification.builder()
                        .pointInTimeRecoveryEnabled(true)
                        .build())
                .stream(StreamViewType.NEW_AND_OLD_IMAGES)
                .deletionProtection(deployment.keepData())
                .removalPolicy(deployment.removal())
                .build();
        created.addGlobalSecondaryIndex(GlobalSecondaryIndexProps.builder()
                .indexName(INDEX)
                .partitionKey(key("dataset"))
                .sortKey(key("order"))
                .projectionType(ProjectionType.KEYS_ONLY)
                .build());
        return created;
    }

    private static Attribute key(String name) {
        return Attribute.builder().name(name).type(AttributeType.STRING).build();
    }

    /** Set on the resource itself, because the bucket construct's own switch brings a custom resource and its function along. */
    private static void enableEvents(Bucket bucket) {
        ((CfnBucket) Objects.requireNonNull(bucket.getNode().getDefaultChild()))
                .setNotificationConfiguration(CfnBucket.NotificationConfigurationProperty.builder()
                        .eventBridgeConfiguration(CfnBucket.EventBridgeConfigurationProperty.builder()
                                .eventBridgeEnabled(true)
                                .build())
                        .build());
    }
}
