package dev.tally.infra;

import java.nio.file.Path;
import java.util.Map;

import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.s3.assets.Asset;
import software.constructs.Construct;

/** Everything that works on the data: it can be taken away and put back without losing a delivery. */
final class TrackerStack extends Stack {

    private static final Duration INDEXING_IS_LATE = Duration.minutes(5);
    private static final Duration CHECKING_IS_LATE = Duration.minutes(30);
    private static final Duration SWEEPING_IS_LATE = Duration.minutes(30);

    private final Functions functions;

    TrackerStack(Construct scope, String id, StackProps props, Environment environment, DataStack data,
            Artifacts artifacts) {
        super(scope, id, props);
        var alarms = new Alarms(this, "Alarms", environment.deployment().alarmEmails());
        var bus = EventBus.Builder.create(this, "Bus").eventBusName("tally-" + environment.name()).build();
        var queues = new Queues(this, "Queues", alarms);
        var indexQueue = queues.consumedBy(FunctionKind.INDEXER, "Index", INDEXING_IS_LATE);
        var checkQueue = queues.consumedBy(FunctionKind.CHECKER, "Check", CHECKING_IS_LATE);
        var sweepQueue = queues.consumedBy(FunctionKind.SWEEPER, "Sweep", SWEEPING_IS_LATE);
        var catalog = Asset.Builder.create(this, "Catalog").path(artifacts.catalog().toString()).build();
        this.functions = new Functions(this, "Functions", environment, new Functions.Surroundings(data,
                Code.fromAsset(artifacts.functions().toString()), catalog, checkQueue, sweepQueue, bus));
        var machines = new Machines(this, "Machines", environment, functions);

        var intake = new Intake(this, "Intake", data.landing(), indexQueue, queues);
        intake.consume(indexQueue, functions.of(FunctionKind.INDEXER));
        intake.consume(checkQueue, functions.of(FunctionKind.CHECKER));
        intake.consume(sweepQueue, functions.of(FunctionKind.SWEEPER));
        SweepSchedule.create(this, "SweepSchedule", environment.deployment().sweep(), sweepQueue, queues);
        var stream = new StatusStream(this, "StatusStream", queues);
        stream.publish(functions.of(FunctionKind.PUBLISHER), data.streamArn());
        stream.archive(bus, machines);
        stream.watchRuns(machines, functions.of(FunctionKind.OUTCOME));
        var api = new Api(this, "Api", environment, functions.of(FunctionKind.API),
                functions.of(FunctionKind.INTERVENTION));

        QuickLook.createIfWanted(this, "QuickLook", environment, data, artifacts.quickLook());
        new Notices(this, "Notices", environment, bus, queues);
        var health = new HealthAlarms(alarms);
        health.watch(functions);
        health.watch(functions.of(FunctionKind.SWEEPER), environment);
        health.watch(machines);
        health.watch(api);
        health.watch(data.table(), this);
        TallyDashboard.create(this, "Dashboard", environment,
                new TallyDashboard.Parts(data, functions, machines, queues, api, alarms));

        Map.ofEntries(Map.entry("ApiUrl", api.url()),
                Map.entry("LandingBucket", data.landing().getBucketName()),
                Map.entry("WorkBucket", data.work().getBucketName()),
                Map.entry("ArchiveBucket", data.archive().getBucketName()),
                Map.entry("TableName", data.table().getTableName()),
                Map.entry("BusName", bus.getEventBusName()),
                Map.entry("ProcessingArn", machines.processing().getStateMachineArn()),
                Map.entry("ArchivingArn", machines.archiving().getStateMachineArn()),
                Map.entry("IndexQueueUrl", indexQueue.getQueueUrl()),
                Map.entry("CheckQueueUrl", checkQueue.getQueueUrl()),
                Map.entry("SweepQueueUrl", sweepQueue.getQueueUrl()))
                .forEach((name, value) -> CfnOutput.Builder.create(this, name).value(value).build());
    }

    Functions functions() {
        return functions;
    }

    /** The files which a deployment takes along. */
    record Artifacts(Path functions, Path quickLook, Path catalog) {}
}
