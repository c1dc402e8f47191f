package dev.tally.lambda;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;

import dev.tally.json.JsonObject;

/** Invokes handlers as Lambda does. */
public final class Invoked {
    /** Every setting that there is. */
    public static final Map<String, String> ENVIRONMENT = Map.ofEntries(
            Map.entry("TALLY_ENVIRONMENT", "dev"),
            Map.entry("TALLY_TABLE", "tally-dev"),
            Map.entry("TALLY_INDEX", "byDataset"),
            Map.entry("TALLY_CATALOG", "s3://assets/catalog.json"),
            Map.entry("TALLY_CHECK_QUEUE_URL", "https://sqs.eu-central-1.amazonaws.com/123456789012/check"),
            Map.entry("TALLY_LANDING_BUCKET", "landing"),
            Map.entry("TALLY_WORK_BUCKET", "work"),
            Map.entry("TALLY_ARCHIVE_BUCKET", "archive"),
            Map.entry("TALLY_PROCESSING_ARN",
                    "arn:aws:states:eu-central-1:123456789012:stateMachine:tally-dev-processing"),
            Map.entry("TALLY_BUS_NAME", "tally-dev"),
            Map.entry("TALLY_SWEEP_QUEUE_URL", "https://sqs.eu-central-1.amazonaws.com/123456789012/sweep"),
            Map.entry("TALLY_SWEEP_EVERY", "PT15M"),
            Map.entry("TALLY_SWEEP_GRACE", "PT10M"));

    private Invoked() {}

    public static JsonObject with(RequestStreamHandler handler, String event) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            handler.handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer,
                    new TestContext());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return JsonObject.parse(answer.toString(StandardCharsets.UTF_8));
    }

    /** A batch of messages whose ids are {@code m0}, {@code m1} … */
    public static JsonObject withMessages(RequestStreamHandler handler, List<String> bodies) {
        StringBuilder records = new StringBuilder();
        for (int i = 0; i < bodies.size(); i++) {
            records.append(i == 0 ? "" : ",")
                    .append("{\"messageId\":\"m")
                    .append(i)
                    .append("\",\"attributes\":{\"ApproximateReceiveCount\":\"1\"},\"body\":")
                    .append(quoted(bodies.get(i)))
                    .append('}');
        }
        return with(handler, "{\"Records\":[" + records + "]}");
    }

    /** What an answer to a batch says has failed. */
    public static List<String> failures(JsonObject answer) {
        return answer.objects("batchItemFailures").stream().map(item -> item.needText("itemIdentifier")).toList();
    }

    public static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
