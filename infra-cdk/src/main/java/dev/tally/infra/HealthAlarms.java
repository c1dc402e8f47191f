package dev.tally.infra;

import java.util.List;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.dynamodb.Table;
import software.constructs.Construct;

/**
 * The alarms beside those of the queues. A job that fails is its team's matter and raises none: the delivery's owner is
 * told. These go off when Tally itself does not do what it should.
 */
final class HealthAlarms {

    private static final Duration WINDOW = Duration.minutes(5);
    private static final int MORE_THAN_CHANCE = 5;
    private static final double STREAM_LAG_MILLIS = 60_000;

    private final Alarms alarms;

    HealthAlarms(Alarms alarms) {
        this.alarms = alarms;
    }

    void watch(Functions functions) {
        functions.all()
                .forEach(function -> alarms.raise(function, "Fails",
                        function.live().metricErrors(over("Sum")), MORE_THAN_CHANCE,
                        "The function " + function.kind().constructId() + " fails again and again: see its log."));
        var publisher = functions.of(FunctionKind.PUBLISHER);
        alarms.raise(publisher, "Lags", publisher.live().metric("IteratorAge", over("Maximum")), STREAM_LAG_MILLIS,
                "Status changes reach the bus late: the publisher fails or does not keep up with the table's stream.");
    }

    /** The second net is worth nothing if it is gone and nobody notices. */
    void watch(TallyFunction sweeper, Environment environment) {
        var twoSweeps = Duration.minutes(2 * environment.deployment().sweep().every().toMinutes());
        alarms.raiseWhenSilent(sweeper, "Idle",
                sweeper.live().metricInvocations(MetricOptions.builder().period(twoSweeps).statistic("Sum").build()),
                "No sweep came: deliveries that stand still are not found. Is the schedule's rule enabled?");
        alarms.raise(sweeper, "Troubled", TallyMetrics.own(environment, "SweepTroubles", "Sum", WINDOW),
                MORE_THAN_CHANCE, "Sweeps could not help deliveries again and again: see the Sweeper's log.");
        alarms.raise(sweeper, "EventsLost", TallyMetrics.own(environment, "EventsLost", "Sum", WINDOW),
                MORE_THAN_CHANCE, "Files were found of which no event had come: is EventBridge switched on for the "
                        + "landing bucket, and the rule for arrivals enabled?");
    }

    void watch(Machines machines) {
        alarms.raise(machines.archiving(), "Fails", machines.archiving().metricFailed(over("Sum")), 1,
                "A delivery was processed, but could not be archived: see the execution.");
    }

    void watch(Api api) {
        alarms.raise(api, "Fails", api.api().metricServerError(over("Sum")), MORE_THAN_CHANCE,
                "The API answers with server errors.");
    }

    /** The table belongs to the other stack, so the alarm is put where its users are. */
    void watch(Table table, Construct scope) {
        for (var kind : List.of("Read", "Write")) {
            alarms.raise(scope, kind + "sThrottled", table.metric(kind + "ThrottleEvents", over("Sum")),
                    MORE_THAN_CHANCE,
                    "The tracking table throttles: one of its partitions is hot, or the account's limit is reached.");
        }
    }

    private static MetricOptions over(String statistic) {
        return MetricOptions.builder().period(WINDOW).statistic(statistic).build();
    }
}
