package dev.tally.infra;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.AlarmStatusWidget;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.YAxisProps;
import software.amazon.awscdk.services.s3.Bucket;
import software.constructs.Construct;

/** What an operator wants to see at a glance: are files arriving, are deliveries finishing, what waits, what fails, what costs. */
final class TallyDashboard {

    private static final Duration PERIOD = Duration.minutes(5);
    private static final int COLUMNS = 24;
    private static final int IN_A_ROW = 3;
    private static final int HEIGHT = 6;
    private static final int MILLIS = 1000;
    private static final int MB_PER_GB = 1024;

    /** What is shown. */
    record Parts(DataStack data, Functions functions, Machines machines, Queues queues, Api api, Alarms alarms) {}

    private final Environment environment;
    private final Parts parts;

    private TallyDashboard(Environment environment, Parts parts) {
        this.environment = environment;
        this.parts = parts;
    }

    static void create(Construct scope, String id, Environment environment, Parts parts) {
        var shown = new TallyDashboard(environment, parts);
        var dashboard = Dashboard.Builder.create(scope, id).dashboardName("tally-" + environment.name()).build();
        dashboard.addWidgets(AlarmStatusWidget.Builder.create()
                .title("Alarms")
                .width(COLUMNS)
                .alarms(parts.alarms().raised())
                .build());
        Stream.of(shown.deliveries(), shown.troubles(), shown.sweeps(), shown.queues(), shown.work(), shown.costs())
                .forEach(row -> dashboard.addWidgets(row.toArray(IWidget[]::new)));
    }

    private List<IWidget> deliveries() {
        return List.of(
                graph("Arrivals by dataset", "files", each("FilesArrived", "dataset", "Sum")),
                graph("Deliveries by status", "changes to it", each("DeliveriesChanged", "status", "Sum")),
                graph("Oldest delivery that waits, by dataset", "ms", each("OldestWaiting", "dataset", "Maximum")));
    }

    private List<IWidget> troubles() {
        return List.of(
                graph("From the last file to the started job", "ms", own("LastFileToStart", "p50"),
                        own("LastFileToStart", "p95"), own("LastFileToStart", "Maximum")),
                graph("Damaged members, ignored and late events", "number", own("MembersBad", "Sum"),
                        own("EventsIgnored", "Sum"), own("EventsStale", "Sum"), own("StatusEventsFailed", "Sum")),
                graph("Failed runs", "runs", parts.machines().processing().metricFailed(labelled("processing", "Sum")),
                        parts.machines().processing().metricTimedOut(labelled("processing, timed out", "Sum")),
                        parts.machines().processing().metricAborted(labelled("processing, aborted", "Sum")),
                        parts.machines().archiving().metricFailed(labelled("archiving", "Sum"))));
    }

    private List<IWidget> sweeps() {
        return List.of(
                graph("Deliveries that became overdue, by dataset", "deliveries",
                        each("DeliveriesOverdue", "dataset", "Sum")),
                graph("What sweeps made good for", "number", own("EventsLost", "Sum"), own("StartsMissing", "Sum"),
                        own("OutcomesMissing", "Sum"), own("SweepTroubles", "Sum")),
                graph("Sweeps", "pages", parts.functions()
                        .of(FunctionKind.SWEEPER)
                        .live()
                        .metricInvocations(labelled("invocations", "Sum"))));
    }

    private List<IWidget> queues() {
        return List.of(
                graph("Age of the oldest message", "seconds", parts.queues()
                        .working()
                        .stream()
                        .map(queue -> queue
                                .metricApproximateAgeOfOldestMessage(labelled(queue.getNode().getId(), "Maximum")))),
                graph("Dead letters", "messages", parts.queues()
                        .allDeadLetters()
                        .stream()
                        .map(queue -> queue.metricApproximateNumberOfMessagesVisible(
                                labelled(queue.getNode().getId(), "Maximum")))),
                graph("Messages that wait", "messages", parts.queues()
                        .working()
                        .stream()
                        .map(queue -> queue.metricApproximateNumberOfMessagesVisible(
                                labelled(queue.getNode().getId(), "Maximum")))));
    }

    private List<IWidget> work() {
        return List.of(
                graph("Errors of functions", "errors", parts.functions()
                        .all()
                        .map(function -> function.live().metricErrors(labelled(function.kind().constructId(), "Sum")))),
                graph("Duration of functions, p95", "ms", parts.functions()
                        .all()
                        .map(function -> function.live()
                                .metricDuration(labelled(function.kind().constructId(), "p95")))),
                graph("API", "requests", parts.api().api().metricCount(labelled("requests", "Sum")),
                        parts.api().api().metricClientError(labelled("client errors", "Sum")),
                        parts.api().api().metricServerError(labelled("server errors", "Sum"))));
    }

    /** What the bill consists of. */
    private List<IWidget> costs() {
        return List.of(
                graph("Cost: table", "units",
                        parts.data().table().metricConsumedWriteCapacityUnits(labelled("write units", "Sum")),
                        parts.data().table().metricConsumedReadCapacityUnits(labelled("read units", "Sum"))),
                graph("Cost: functions, runs and messages", "GB-seconds, numbers",
                        Stream.concat(Stream.of(gigabyteSeconds(),
                                parts.machines().processing().metricStarted(labelled("processing runs", "Sum")),
                                parts.machines().archiving().metricStarted(labelled("archiving runs", "Sum"))),
                                parts.queues()
                                        .working()
                                        .stream()
                                        .map(queue -> queue.metricNumberOfMessagesSent(
                                                labelled("messages to " + queue.getNode().getId(), "Sum"))))),
                graph("Cost: storage", "bytes", stored("landing", parts.data().landing()),
                        stored("work", parts.data().work()),
                        stored("archive", parts.data().archive())));
    }

    private IMetric gigabyteSeconds() {
        var durations = parts.functions()
                .all()
                .collect(Collectors.toMap(function -> function.kind().shortName(),
                        function -> (IMetric) function.function().metricDuration(labelled("", "Sum"))));
        var sum = parts.functions()
                .all()
                .map(function -> function.kind().shortName() + " * " + function.kind().memoryMb())
                .collect(Collectors.joining(" + "));
        return MathExpression.Builder.create()
                .expression("(" + sum + ") / " + MILLIS * MB_PER_GB)
                .usingMetrics(durations)
                .label("GB-seconds")
                .period(PERIOD)
                .build();
    }

    /** S3 tells a bucket's size once a day, by storage class. */
    private static IMetric stored(String label, Bucket bucket) {
        return MathExpression.Builder.create()
                .expression("SEARCH('{AWS/S3,BucketName,StorageType} MetricName=\"BucketSizeBytes\" BucketName=\""
                        + bucket.getBucketName()
                        + "\"', 'Average', 86400)")
                .usingMetrics(Map.of())
                .label(label)
                .period(Duration.days(1))
                .build();
    }

    /** A line for each value of the dimension. */
    private IMetric each(String metric, String dimension, String statistic) {
        return MathExpression.Builder.create()
                .expression("SEARCH('{%s,environment,%s} MetricName=\"%s\" environment=\"%s\"', '%s', %d)".formatted(
                        TallyMetrics.NAMESPACE, dimension, metric, environment.name(), statistic,
                        PERIOD.toSeconds().intValue()))
                .usingMetrics(Map.of())
                .label("${PROP('MetricName')} ${PROP('Dim." + dimension + "')}")
                .period(PERIOD)
                .build();
    }

    private IMetric own(String metric, String statistic) {
        return TallyMetrics.own(environment, metric, statistic, PERIOD)
                .with(labelled(metric + " " + statistic, statistic));
    }

    private static MetricOptions labelled(String label, String statistic) {
        return MetricOptions.builder().label(label).statistic(statistic).period(PERIOD).build();
    }

    private static IWidget graph(String title, String unit, IMetric... metrics) {
        return graph(title, unit, Stream.of(metrics));
    }

    private static IWidget graph(String title, String unit, Stream<? extends IMetric> metrics) {
        return GraphWidget.Builder.create()
                .title(title)
                .width(COLUMNS / IN_A_ROW)
                .height(HEIGHT)
                .left(metrics.map(metric -> (IMetric) metric).toList())
                .leftYAxis(YAxisProps.builder().label(unit).min(0).showUnits(false).build())
                .build();
    }
}
