package dev.tally.infra;

import java.util.Map;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.Metric;

/** The metrics that the functions themselves write. */
final class TallyMetrics {
    static final String NAMESPACE = "Tally";

    private TallyMetrics() {}

    /** One of the whole environment. It has no label, which would make an alarm's metric an expression. */
    static Metric own(Environment environment, String metric, String statistic, Duration period) {
        return Metric.Builder.create()
                .namespace(NAMESPACE)
                .metricName(metric)
                .dimensionsMap(Map.of("environment", environment.name()))
                .statistic(statistic)
                .period(period)
                .build();
    }
}
