package dev.tally.lambda;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

import com.fasterxml.jackson.core.JsonGenerator;

/**
 * Metrics of one invocation in CloudWatch's embedded metric format: log lines of which CloudWatch makes metrics, without
 * a call. Namespace {@value #NAMESPACE}; each metric has the dimension {@code environment}, and may have one or two more.
 * Thread-safe.
 *
 * @see <a href=
 *      "https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html">The
 *      format's specification</a>
 */
public final class Metrics {
    public static final String NAMESPACE = "Tally";
    /** So many values a metric may have in a line. */
    private static final int MOST_VALUES = 100;

    private final String environment;
    private final Map<SequencedMap<String, String>, SequencedMap<String, Measured>> measured = new LinkedHashMap<>();

    private record Measured(String unit, List<Long> values) {}

    public Metrics(String environment) {
        this.environment = environment;
    }

    /** Adds to a counter of the environment. */
    public void count(String metric, long number) {
        add(Map.of(), metric, "Count", number);
    }

    /** Adds to a counter with one more dimension. */
    public void count(String metric, long number, String dimension, String value) {
        add(Map.of(dimension, value), metric, "Count", number);
    }

    /** Notes a time. */
    public void time(String metric, Duration time) {
        add(Map.of(), metric, "Milliseconds", time.toMillis());
    }

    /** Notes a time with one more dimension. */
    public void time(String metric, Duration time, String dimension, String value) {
        add(Map.of(dimension, value), metric, "Milliseconds", time.toMillis());
    }

    private synchronized void add(Map<String, String> more, String metric, String unit, long value) {
        SequencedMap<String, String> dimensions = new LinkedHashMap<>();
        dimensions.put("environment", environment);
        dimensions.putAll(more);
        List<Long> values = measured.computeIfAbsent(dimensions, key -> new LinkedHashMap<>())
                .computeIfAbsent(metric, key -> new Measured(unit, new ArrayList<>()))
                .values();
        if (values.isEmpty() || (unit.equals("Milliseconds") && values.size() < MOST_VALUES)) {
            values.add(value);
        } else if (unit.equals("Count")) {
            values.set(0, values.getFirst() + value);
        }
    }

    /** Writes what was measured since the last time, one line for each combination of dimensions. */
    synchronized void flush(EventLog log) {
        measured.forEach((dimensions, metrics) -> log.write(line -> {
            writeDirective(line, log.now().toEpochMilli(), dimensions, metrics);
            for (Map.Entry<String, String> dimension : dimensions.entrySet()) {
                line.writeStringField(dimension.getKey(), dimension.getValue());
            }
            for (Map.Entry<String, Measured> metric : metrics.entrySet()) {
                line.writeArrayFieldStart(metric.getKey());
                for (long value : metric.getValue().values()) {
                    line.writeNumber(value);
                }
                line.writeEndArray();
            }
        }));
        measured.clear();
    }

    private static void writeDirective(JsonGenerator line, long now, SequencedMap<String, String> dimensions,
            SequencedMap<String, Measured> metrics) throws IOException {
        line.writeObjectFieldStart("_aws");
        line.writeNumberField("Timestamp", now);
        line.writeArrayFieldStart("CloudWatchMetrics");
        line.writeStartObject();
        line.writeStringField("Namespace", NAMESPACE);
        line.writeArrayFieldStart("Dimensions");
        line.writeArray(dimensions.sequencedKeySet().toArray(String[]::new), 0, dimensions.size());
        line.writeEndArray();
        line.writeArrayFieldStart("Metrics");
        for (Map.Entry<String, Measured> metric : metrics.entrySet()) {
            line.writeStartObject();
            line.writeStringField("Name", metric.getKey());
            line.writeStringField("Unit", metric.getValue().unit());
            line.writeEndObject();
        }
        line.writeEndArray();
        line.writeEndObject();
        line.writeEndArray();
        line.writeEndObject();
    }
}
