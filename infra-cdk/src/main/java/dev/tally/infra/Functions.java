package dev.tally.infra;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.assets.Asset;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** All functions with their settings and their rights: each may do what it has to do, on what it has to do it with. */
final class Functions extends Construct {

    /** What the functions work on. */
    record Surroundings(DataStack data, Code code, Asset catalog, IQueue checkQueue, IQueue sweepQueue,
            EventBus bus) {}

    private static final List<String> READ = List.of("s3:GetObject", "s3:GetObjectVersion");
    private static final List<String> READ_TAGS = List.of("s3:GetObjectTagging", "s3:GetObjectVersionTagging");
    /** An upload by parts that fails is taken back. */
    private static final List<String> WRITE = List.of("s3:PutObject", "s3:AbortMultipartUpload");

    private final Environment environment;
    private final Surroundings around;
    private final Map<FunctionKind, TallyFunction> made = new EnumMap<>(FunctionKind.class);

    Functions(Construct scope, String id, Environment environment, Surroundings around) {
        super(scope, id);
        this.environment = environment;
        this.around = around;
        for (var kind : FunctionKind.values()) {
            made.put(kind, make(kind));
        }
        Compliance.exceptObjects(this);
        Compliance.exceptTracing(this);
        Compliance.exceptExecutions(of(FunctionKind.SWEEPER));
    }

    TallyFunction of(FunctionKind kind) {
        return Objects.requireNonNull(made.get(kind));
    }

    Stream<TallyFunction> all() {
        return made.values().stream();
    }

    private TallyFunction make(FunctionKind kind) {
        return switch (kind) {
            case INDEXER -> deciding(kind);
            // It alone clears away watches that nobody needs any more.
            case CHECKER ->
                deciding(kind).allow(Allow.that(List.of("dynamodb:DeleteItem"), around.data().table().getTableArn()),
                        readsIndex(), Allow.that(READ, objects(work(), "resolved/")), listing(work()));
            case OUTCOME -> deciding(kind).allow(Allow.that(READ, objects(work(), "fixity/")));
            case VERIFIER -> verifier();
            case OUTPUTS -> outputs();
            case PUBLISHER -> publisher();
            case ARCHIVER -> archiver();
            case API -> api();
            case INTERVENTION -> intervention();
            case SWEEPER -> sweeper();
        };
    }

    /**
     * A function that decides whether a delivery is complete, and starts its run. The machine is named, not referred to: it calls the
     * outcome function, which would make a circle.
     */
    private TallyFunction deciding(FunctionKind kind) {
        var processing = machineArn(Machines.PROCESSING);
        return withCatalog(
                withTable(kind, "dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:PutItem",
                        "dynamodb:UpdateItem"))
                .with("TALLY_INDEX", DataStack.INDEX)
                .with("TALLY_CHECK_QUEUE_URL", around.checkQueue().getQueueUrl())
                .with("TALLY_LANDING_BUCKET", landing().getBucketName())
                .with("TALLY_WORK_BUCKET", work().getBucketName())
                .with("TALLY_PROCESSING_ARN", processing)
                .allow(Allow.that(List.of("sqs:SendMessage"), around.checkQueue().getQueueArn()),
                        Allow.that(READ, objects(landing(), "")), listing(landing()),
                        Allow.that(WRITE, objects(work(), "resolved/")),
                        Allow.that(List.of("states:StartExecution"), processing));
    }

    /** Reads its own report again, to add to it when a range takes several invocations. */
    private TallyFunction verifier() {
        return function(FunctionKind.VERIFIER)
                .with("TALLY_WORK_BUCKET", work().getBucketName())
                .allow(Allow.that(READ, objects(landing(), ""), objects(work(), "resolved/"),
                        objects(work(), "fixity/")),
                        listing(landing()),
                        Allow.that(WRITE, objects(work(), "fixity/")));
    }

    /** It is told in each call where to look. */
    private TallyFunction outputs() {
        return function(FunctionKind.OUTPUTS)
                .allow(Allow.that(READ, objects(work(), "outputs/")), Allow.that(WRITE, objects(work(), "outputs/")),
                        listing(work()));
    }

    /** Copies members out of the landing bucket, outputs out of the work bucket, with their tags. */
    private TallyFunction archiver() {
        var sources = new String[]{objects(landing(), ""), objects(work(), "resolved/"), objects(work(), "outputs/"),
            objects(work(), "receipts/")};
        return withCatalog(withTable(FunctionKind.ARCHIVER, "dynamodb:GetItem", "dynamodb:Query"))
                .with("TALLY_WORK_BUCKET", work().getBucketName())
                .with("TALLY_ARCHIVE_BUCKET", archive().getBucketName())
                .allow(Allow.that(READ, sources), Allow.that(READ_TAGS, sources),
                        Allow.that(WRITE, objects(work(), "receipts/")),
                        Allow.that(READ, objects(archive(), "")), Allow.that(WRITE, objects(archive(), "")),
                        Allow.that(List.of("s3:PutObjectTagging", "s3:ListMultipartUploadParts"),
                                objects(archive(), "")),
                        listing(landing()), listing(work()), listing(archive()));
    }

    private TallyFunction publisher() {
        return function(FunctionKind.PUBLISHER)
                .with("TALLY_BUS_NAME", around.bus().getEventBusName())
                .allow(Allow.that(List.of("events:PutEvents"), around.bus().getEventBusArn()),
                        Allow.that(List.of("dynamodb:DescribeStream", "dynamodb:GetRecords",
                                "dynamodb:GetShardIterator",
                                "dynamodb:ListStreams"), around.data().streamArn()));
    }

    /** It reads no object of the landing bucket, and lists the folders of a delivery's members. */
    private TallyFunction api() {
        return withCatalog(withTable(FunctionKind.API, "dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"))
                .with("TALLY_INDEX", DataStack.INDEX)
                .with("TALLY_LANDING_BUCKET", landing().getBucketName())
                .allow(readsIndex(), listing(landing()));
    }

    /** It makes transitions, and leaves all that follows from them to the check queue. */
    private TallyFunction intervention() {
        return withTable(FunctionKind.INTERVENTION, "dynamodb:Query", "dynamodb:UpdateItem")
                .with("TALLY_CHECK_QUEUE_URL", around.checkQueue().getQueueUrl())
                .allow(Allow.that(List.of("sqs:SendMessage"), around.checkQueue().getQueueArn()));
    }

    /** Decides nothing and starts nothing: it marks what is overdue or abandoned, and leaves the rest to the checker. */
    private TallyFunction sweeper() {
        var rhythm = environment.deployment().sweep();
        return withCatalog(withTable(FunctionKind.SWEEPER, "dynamodb:BatchGetItem", "dynamodb:UpdateItem"))
                .with("TALLY_INDEX", DataStack.INDEX)
                .with("TALLY_CHECK_QUEUE_URL", around.checkQueue().getQueueUrl())
                .with("TALLY_SWEEP_QUEUE_URL", around.sweepQueue().getQueueUrl())
                .with("TALLY_SWEEP_EVERY", rhythm.every().toString())
                .with("TALLY_SWEEP_GRACE", rhythm.grace().toString())
                .allow(readsIndex(),
                        Allow.that(List.of("sqs:SendMessage"), around.checkQueue().getQueueArn(),
                                around.sweepQueue().getQueueArn()),
                        Allow.that(List.of("states:DescribeExecution"), executionArns(Machines.PROCESSING)));
    }

    private PolicyStatement readsIndex() {
        return Allow.that(List.of("dynamodb:Query"), around.data().table().getTableArn() + "/index/" + DataStack.INDEX);
    }

    private TallyFunction function(FunctionKind kind) {
        return new TallyFunction(this, kind, environment, around.code());
    }

    /** The catalog may be read, and no other of the objects that were deployed beside it. */
    private TallyFunction withCatalog(TallyFunction made) {
        var catalog = around.catalog();
        return made.with("TALLY_CATALOG", catalog.getS3ObjectUrl())
                .allow(Allow.that(List.of("s3:GetObject"),
                        catalog.getBucket().arnForObjects(catalog.getS3ObjectKey())));
    }

    private TallyFunction withTable(FunctionKind kind, String... actions) {
        return function(kind)
                .with("TALLY_TABLE", around.data().table().getTableName())
                .allow(Allow.that(List.of(actions), around.data().table().getTableArn()));
    }

    private String machineArn(String shortName) {
        return statesArn("stateMachine", environment.resource(shortName));
    }

    private String executionArns(String shortName) {
        return statesArn("execution", environment.resource(shortName) + ":*");
    }

    private String statesArn(String resource, String name) {
        return Stack.of(this)
                .formatArn(ArnComponents.builder()
                        .service("states")
                        .resource(resource)
                        .resourceName(name)
                        .arnFormat(ArnFormat.COLON_RESOURCE_NAME)
                        .build());
    }

    /**
     * Without the right to list the whole bucket, S3 answers "forbidden" instead of "not found" for an object that is
     * gone: a look at a single object has no prefix to which the right could be tied.
     */
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
