package dev.tally.lambda;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

import dev.tally.delivery.DeliveryKey;
import dev.tally.json.JsonObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class FunctionHandlerTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private Instant now = NOW;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Fails if the event asks for it. */
    private final class Handler extends FunctionHandler {
        private Handler() {
            super(Settings.read(Invoked.ENVIRONMENT, Set.of()),
                    EventLog.of("test", new PrintStream(out, true, StandardCharsets.UTF_8), () -> now));
        }

        @Override
        protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
            event.nextToken();
            JsonObject asked = JsonObject.read(event);
            boolean fail = asked.flag("fail").orElse(false);
            invocation.log().with(DeliveryKey.parse("demo/a\"b@0123456789ab"), 2).with("n", 3L).info("Seen \"it\"");
            invocation.metrics().count("Seen", 1);
            invocation.metrics().count("Seen", 2);
            invocation.metrics().time("Took", Duration.ofMillis(5), "dataset", "demo");
            invocation.metrics().time("Took", Duration.ofMillis(7), "dataset", "demo");
            if (asked.has("transient")) {
                throw SdkClientException.create("no connection");
            }
            if (fail) {
                throw new IllegalStateException("as asked");
            }
            answer.writeBoolean(true);
        }

        @Override
        protected void prime() {
            throw new IllegalStateException("no service here");
        }
    }

    private void invoke(String event) throws IOException {
        new Handler().handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayOutputStream(), new TestContext("r-1", 1000));
    }

    private List<JsonObject> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().map(JsonObject::parse).toList();
    }

    @Test
    void logsOneJsonLineForEachEventWithAllThatIdentifiesIt() throws IOException {
        invoke("{}");
        JsonObject line = lines().getFirst();
        assertThat(line.needText("timestamp")).isEqualTo(NOW.toString());
        assertThat(line.needText("level")).isEqualTo("INFO");
        assertThat(line.needText("message")).isEqualTo("Seen \"it\"");
        assertThat(line.needText("function")).isEqualTo("test");
        assertThat(line.needText("requestId")).isEqualTo("r-1");
        assertThat(line.needText("dataset")).isEqualTo("demo");
        assertThat(line.needText("delivery")).isEqualTo("a\"b");
        assertThat(line.needText("revision")).isEqualTo("0123456789ab");
        assertThat(line.needNumber("attempt")).isEqualTo(2);
        assertThat(line.needNumber("n")).isEqualTo(3);
    }

    @Test
    void writesMetricsAsCloudWatchReadsThem() throws IOException {
        invoke("{}");
        JsonObject plain = lines().get(1);
        assertThat(plain.toString()).isEqualTo("{\"_aws\":{\"Timestamp\":" + NOW.toEpochMilli()
                + ",\"CloudWatchMetrics\":[{\"Namespace\":\"Tally\",\"Dimensions\":[[\"environment\"]],"
                + "\"Metrics\":[{\"Name\":\"Seen\",\"Unit\":\"Count\"}]}]},\"environment\":\"dev\",\"Seen\":[3]}");
        JsonObject byDataset = lines().get(2);
        assertThat(byDataset.toString()).contains("\"Dimensions\":[[\"environment\",\"dataset\"]]",
                "\"Unit\":\"Milliseconds\"", "\"dataset\":\"demo\",\"Took\":[5,7]");
    }

    @Test
    void aFailureIsLoggedAndGoesOnAndWhatWasMeasuredIsKept() {
        assertThatThrownBy(() -> invoke("{\"fail\":true}")).hasMessage("as asked");
        JsonObject failure = lines().get(1);
        assertThat(failure.needText("level")).isEqualTo("ERROR");
        assertThat(failure.needText("errorType")).isEqualTo("java.lang.IllegalStateException");
        assertThat(failure.needText("stackTrace")).contains("FunctionHandlerTest");
        assertThat(lines().get(2).toString()).contains("\"Seen\":[3]");
    }

    @Test
    @DisplayName("SFN-11: a failure that may pass is told by a type of its own, which the state machines try again")
    void aFailureThatMayPassIsToldAsSuch() {
        assertThatThrownBy(() -> invoke("{\"fail\":true,\"transient\":true}")).isInstanceOf(TryAgainException.class)
                .hasMessageContaining("no connection");
        assertThat(TryAgainException.class.getName()).as("as in the state machines")
                .isEqualTo(
                        "dev.tally.lambda.TryAgainException");
    }

    @Test
    @DisplayName("LAM-10: what is restored from a snapshot hours later tells the time of then, and each request by its own id")
    void aSnapshotHoldsNeitherTimeNorRequest() throws IOException {
        Handler handler = new Handler();
        handler.beforeCheckpoint(org.crac.Core.getGlobalContext());
        out.reset();
        now = NOW.plus(Duration.ofHours(3));
        handler.afterRestore(org.crac.Core.getGlobalContext());
        for (String request : List.of("r-1", "r-2")) {
            handler.handleRequest(new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8)),
                    new ByteArrayOutputStream(), new TestContext(request, 1000));
        }
        List<JsonObject> seen = lines().stream().filter(line -> line.has("requestId")).toList();
        assertThat(seen).extracting(line -> line.needText("requestId")).containsExactly("r-1", "r-2");
        assertThat(seen).allMatch(line -> line.needText("timestamp").equals(now.toString()));
        assertThat(lines()).filteredOn(line -> line.has("_aws"))
                .isNotEmpty()
                .allMatch(line -> line.needNumber("_aws", "Timestamp") == now.toEpochMilli());
    }

    @Test
    void aFailureToPrimeDoesNotPreventTheDeployment() {
        new Handler().beforeCheckpoint(org.crac.Core.getGlobalContext());
        assertThat(lines().getFirst().needText("message")).isEqualTo("Priming failed");
    }
}
