package dev.tally.infra;

import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

final class TallyDashboardTest {

    static Stream<Synthesis> environments() {
        return Synthesis.all();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void showsWhatAnOperatorAsksFor(Synthesis synthesis) throws Exception {
        var environment = synthesis.environment().name();
        var dashboard = synthesis.tracker().resource("AWS::CloudWatch::Dashboard", "Dashboard");
        assertThat(dashboard.property("DashboardName").asText()).isEqualTo("tally-" + environment);
        var widgets = Synthesis.JSON.readTree(dashboard.property("DashboardBody").asText()).path("widgets");
        assertThat(widgets).extracting(widget -> widget.at("/properties/title").asText())
                .contains("Arrivals by dataset", "Deliveries by status", "Oldest delivery that waits, by dataset",
                        "From the last file to the started job",
                        "Failed runs", "Deliveries that became overdue, by dataset", "What sweeps made good for",
                        "Age of the oldest message", "Dead letters", "Cost: table",
                        "Cost: functions, runs and messages", "Cost: storage");
        assertThat(widgets.toString()).contains(
                "{Tally,environment,dataset} MetricName=\\\"FilesArrived\\\" environment=\\\"" + environment + "\\\"",
                "LastFileToStart", "ConsumedWriteCapacityUnits", "BucketSizeBytes", "ExecutionsFailed");
    }

    @ParameterizedTest
    @MethodSource("environments")
    void showsEveryDeadLetterQueueAndEveryAlarm(Synthesis synthesis) {
        var body = synthesis.tracker()
                .resource("AWS::CloudWatch::Dashboard", "Dashboard")
                .property("DashboardBody")
                .asText();
        assertThat(synthesis.tracker().resources("AWS::SQS::Queue"))
                .allMatch(queue -> body.contains('<' + queue.id() + ".QueueName>"));
        assertThat(synthesis.tracker().resources("AWS::CloudWatch::Alarm"))
                .allMatch(alarm -> body.contains('<' + alarm.id() + ".Arn>"));
    }
}
