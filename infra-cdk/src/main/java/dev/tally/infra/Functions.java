package dev.tally.infra;

import java.util.List;
import java.util.stream.Stream;

import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.assets.Asset;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.constructs.Construct;

/** All functions with their settings and their rights: each may do what it has to do, on what it has to do it with. */
final class Functions extends Construct {

    /** What the functions work on. */
    record Surroundings(DataStack data, Code code, Asset catalog, IQueue checkQueue, EventBus bus) {}

    private static final List<String> READ = List.of("s3:GetObject", "s3:GetObjectVersion");
    private static final List<String> WRITE = List.of("s3:PutObject");

    private final Environment environment;
    private final Surroundings around;
    private final TallyFunction indexer;
    private final TallyFunction checker;
    private final TallyFunction verifier;
    private final TallyFunction outputs;
    private final TallyFunction outcome;
    private final TallyFunction publisher;
    private final TallyFunction archiver;
    private final TallyFunction api;

    Functions(Construct scope, String id, Environment environment, Surroundings around) {
        super(scope, id);
        this.environment = environment;
        this.around = around;
        this.indexer = withCheckQueue(withTable(FunctionKind.INDEXER, "dynamodb:UpdateItem", "dynamodb:Query"))
                .with("TALLY_LANDING_BUCKET", landing().getBucketName());
        this.checker = withCheckQueue(
                withTable(FunctionKind.CHECKER, "dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query",
                        "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:BatchWriteItem"))
                .with("TALLY_LANDING_BUCKET", landing().getBucketName())
                .with("TALLY_WORK_BUCKET", work().getBucketName())
                .allow(Allow.that(READ, objects(landing(), "")), listing(landing()),
                        Allow.that(WRITE, objects(work(), "resolved/"), objects(work(), "rejected/")));
        this.verifier = function(FunctionKind.VERIFIER)
                .with("TALLY_LANDING_BUCKET", landing().getBucketName())
                .with("TALLY_WORK_BUCKET", work().getBucketName())
                .allow(Allow.that(READ, objects(landing(), ""), objects(work(), "resolved/")), listing(landing()),
                        Allow.that(WRITE, objects(work(), "fixity/")));
        this.outputs = function(FunctionKind.OUTPUTS)
                .with("TALLY_WORK_BUCKET", work().getBucketName())
                .allow(Allow.that(READ, objects(work(), "outputs/")), Allow.that(WRITE, objects(work(), "outputs/")),
                        Allow.listing(work().getBucketArn(), "outputs/"));
        this.outcome = withCheckQueue(
                withTable(FunctionKind.OUTCOME, "dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query",
                        "dynamodb:UpdateItem"))
                .with("TALLY_WORK_BUCKET", work().getBucketName())
                .allow(Allow.that(READ, objects(work(), "fixity/"), objects(work(), "resolved/")));
        this.publisher = withIndex(withTable(FunctionKind.PUBLISHER))
                .with("TALLY_BUS_NAME", around.bus().getEventBusName())
                .allow(Allow.that(List.of("events:PutEvents"), around.bus().getEventBusArn()),
                        Allow.that(
                                List.of("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator",
                                        "dynamodb:ListStreams"),
                                around.data().streamArn()));
        this.archiver = withTable(FunctionKind.ARCHIVER, "dynamodb:GetItem", "dynamodb:Query")
                .with("TALLY_LANDING_BUCKET", landing().getBucketName())
                .with("TALLY_WORK_BUCKET", work().getBucketName())
                .with("TALLY_ARCHIVE_BUCKET", archive().getBucketName())
                .allow(Allow.that(READ, objects(landing(), ""), objects(work(), "resolved/"),
                        objects(work(), "outputs/")),
                        Allow.that(List.of("s3:GetObject", "s3:PutObject", "s3:AbortMultipartUpload"),
                                objects(archive(), "")),
                        listing(landing()), listing(archive()), Allow.listing(work().getBucketArn(), "outputs/"));
        this.api = withIndex(withTable(FunctionKind.API, "dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"))
                .with("TALLY_LANDING_BUCKET", landing().getBucketName())
                .with("TALLY_WORK_BUCKET", work().getBucketName())
                .allow(Allow.that(READ, objects(work(), "resolved/"), objects(work(), "rejected/")));
        Compliance.exceptObjects(this);
        Compliance.exceptTracing(this);
    }

    /** Made after the machine, which itself calls functions of these. */
    void startJobsWith(StateMachine processing) {
        checker.with("TALLY_PROCESSING_ARN", processing.getStateMachineArn())
                .allow(Allow.that(List.of("states:StartExecution"), processing.getStateMachineArn()));
    }

    TallyFunction indexer() {
        return indexer;
    }

    TallyFunction checker() {
        return checker;
    }

    TallyFunction verifier() {
        return verifier;
    }

    TallyFunction outputs() {
        return outputs;
    }

    TallyFunction outcome() {
        return outcome;
    }

    TallyFunction publisher() {
        return publisher;
    }

    TallyFunction archiver() {
        return archiver;
    }

    TallyFunction api() {
        return api;
    }

    Stream<TallyFunction> all() {
        return Stream.of(indexer, checker, verifier, outputs, outcome, publisher, archiver, api);
    }

    /** Every function reads the catalog, and no other of the objects that were deployed beside it. */
    private TallyFunction function(FunctionKind kind) {
        var catalog = around.catalog();
        return new TallyFunction(this, kind, environment, around.code())
                .with("TALLY_CATALOG", catalog.getS3ObjectUrl())
                .allow(Allow.that(List.of("s3:GetObject"),
                        catalog.getBucket().arnForObjects(catalog.getS3ObjectKey())));
    }

    private TallyFunction withTable(FunctionKind kind, String... actions) {
        var made = function(kind).with("TALLY_TABLE", around.data().table().getTableName());
        return actions.length == 0
                ? made
                : made.allow(Allow.that(List.of(actions), around.data().table().getTableArn()));
    }

    private TallyFunction withIndex(TallyFunction made) {
        return made.with("TALLY_INDEX", DataStack.INDEX)
                .allow(Allow.that(List.of("dynamodb:Query"),
                        around.data().table().getTableArn() + "/index/" + DataStack.INDEX));
    }

    private TallyFunction withCheckQueue(TallyFunction made) {
        return made.with("TALLY_CHECK_QUEUE_URL", around.checkQueue().getQueueUrl())
                .allow(Allow.that(List.of("sqs:SendMessage"), around.checkQueue().getQueueArn()));
    }

    /** Without the right to list, S3 answers "forbidden" instead of "not found" for an object that is gone. */
    private static PolicyStatement listing(Bucket bucket) {
        return Allow.that(List.of("s3:ListBucket"), bucket.getBucketArn());
    }

    private static String objects(Bucket bucket, String prefix) {
        return bucket.arnForObjects(prefix + "*");
    }

    private Bucket landing() {
        return around.data().landing();
    }

    private Bucket work() {
        return around.data().work();
    }

    private Bucket archive() {
        return around.data().archive();
    }
}
