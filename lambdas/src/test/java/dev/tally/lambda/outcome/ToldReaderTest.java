package dev.tally.lambda.outcome;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.Reason;
import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;
import dev.tally.lambda.Attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ToldReaderTest {
    private static final String IDS = """
            "dataset": "demo", "delivery": "2026/11", "revision": "0123456789ab", "attempt": 2""";
    private static final Attempt ATTEMPT = new Attempt(DeliveryKey.parse("demo/2026/11@0123456789ab"), 2);
    private static final String EXECUTION = "arn:aws:states:eu-west-1:1:execution:tally-dev-processing:demo-x-2";

    private static Told task(String fields) {
        return ToldReader.read(JsonObject.parse("{" + IDS + ", \"execution\": \"" + EXECUTION + "\", " + fields + "}"));
    }

    /** As EventBridge sends it; the input is text that holds JSON. */
    private static Told event(String status, String input, String more) {
        return ToldReader.read(JsonObject.parse("""
                {"version": "0", "source": "aws.states", "detail-type": "Step Functions Execution Status Change",
                 "time": "2026-11-30T12:00:00Z", "x-new": {"a": [1]},
                 "detail": {"executionArn": "%s", "stateMachineArn": "arn", "name": "n", "status": "%s",
                   "startDate": 1764500000123, "stopDate": null, "redriveDate": "2026-11-30T12:00:00Z",
                   "inputDetails": {"included": true}, "output": null, "input": "{%s}"%s}}"""
                .formatted(EXECUTION, status, input.replace("\"", "\\\""), more)));
    }

    private static Told processing(String status, String more) {
        return event(status, IDS + ", \"ranges\": [], \"job\": {\"kind\": \"none\"}", more);
    }

    private static Told archiving(String status, String more) {
        return event(status, IDS + ", \"status\": \"PROCESSED\"", more);
    }

    @Test
    void processed() {
        assertThat(
                task("""
                        "outcome": "processed", "outputs": {"manifest": "s3://tally-work/o.jsonl", "count": 2, "bytes": 5497558138880}"""))
                .isEqualTo(new Told.Processed(ATTEMPT, EXECUTION,
                        Optional.of(new Outputs(new FileRef("tally-work", "o.jsonl"), 2, 5_497_558_138_880L))));
        assertThat(task("\"outcome\": \"processed\", \"outputs\": null")).isEqualTo(
                new Told.Processed(ATTEMPT, EXECUTION, Optional.empty()));
    }

    @Test
    void unfit() {
        assertThat(task("\"outcome\": \"unfit\", \"verdicts\": [\"fit\", \"unfit\", \"fit\", \"unfit\"]"))
                .isEqualTo(new Told.Unfit(ATTEMPT, EXECUTION, List.of(1, 3)));
    }

    @Test
    void archived() {
        assertThat(task("\"outcome\": \"archived\", \"archive\": \"s3://archive/delivery.json\"")).isEqualTo(
                new Told.Archived(ATTEMPT, "s3://archive/delivery.json"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "ValueError | no header | ValueError | no header",
        "dev.tally.storage.ColdObjectException | {\\\"errorMessage\\\":\\\"cold\\\",\\\"errorType\\\":\\\"x\\\"} | ColdObjectException | cold",
        "States.Timeout | `` | States.Timeout | ``",
        "Lambda.TooManyRequestsException | slow down | Lambda.TooManyRequestsException | slow down",
        "States.TaskFailed | {\\\"Error\\\":\\\"E\\\",\\\"Cause\\\":\\\"why\\\",\\\"Status\\\":\\\"FAILED\\\"} | States.TaskFailed | E: why",
        "E | {\\\"ExitCode\\\":3} | E | {\"ExitCode\":3}",
        "E | {not json | E | {not json"})
    @DisplayName("A failure tells what the job said, not how the service wrapped it")
    void failed(String error, String cause, String shortError, String plainCause) {
        assertThat(
                task("\"outcome\": \"failed\", \"stage\": \"job\", \"error\": \"" + error + "\", \"cause\": \"" + cause
                        + '"'))
                .isEqualTo(new Told.Failed(ATTEMPT, EXECUTION, new Reason("job", shortError, plainCause)));
    }

    @Test
    void notArchived() {
        assertThat(task("\"outcome\": \"failed\", \"stage\": \"archive\", \"error\": \"E\", \"cause\": \"c\""))
                .isEqualTo(
                        new Told.NotArchived(ATTEMPT, new Reason("archive", "E", "c")));
    }

    @Test
    @DisplayName("SFN-10: an execution that failed tells the stage that failed, which its machine put before the error")
    void anExecutionFailed() {
        assertThat(processing("FAILED", ", \"error\": \"job/ValueError\", \"cause\": \"no header\"")).isEqualTo(
                new Told.Failed(ATTEMPT, EXECUTION, new Reason("job", "ValueError", "no header")));
    }

    @Test
    @DisplayName("SFN-05: an execution that the service ended has no stage but its own")
    void theServiceFailedAnExecution() {
        assertThat(processing("FAILED", ", \"error\": \"States.DataLimitExceeded\", \"cause\": \"too large\""))
                .isEqualTo(
                        new Told.Failed(ATTEMPT, EXECUTION,
                                new Reason("execution", "States.DataLimitExceeded", "too large")));
        assertThat(processing("FAILED", "")).isEqualTo(
                new Told.Failed(ATTEMPT, EXECUTION, new Reason("execution", "Failed", "")));
    }

    @Test
    @DisplayName("SFN-07, SFN-14: every way to end is told, whatever the times look like")
    void everyWayToEnd() {
        assertThat(processing("TIMED_OUT", "")).isEqualTo(new Told.Failed(ATTEMPT, EXECUTION,
                new Reason("execution", "TimedOut", EXECUTION + " took too long")));
        assertThat(processing("ABORTED", "")).isEqualTo(new Told.Failed(ATTEMPT, EXECUTION,
                new Reason("execution", "Aborted", EXECUTION + " was stopped")));
        assertThat(processing("ABORTED", ", \"error\": \"Operator\", \"cause\": \"wrong job\"")).isEqualTo(
                new Told.Failed(ATTEMPT, EXECUTION, new Reason("execution", "Operator", "wrong job")));
        assertThat(processing("SUCCEEDED", "")).isEqualTo(new Told.Succeeded(ATTEMPT, Optional.of(EXECUTION)));
    }

    @Test
    void archivingEnds() {
        assertThat(archiving("FAILED", ", \"error\": \"archive/E\", \"cause\": \"c\"")).isEqualTo(
                new Told.NotArchived(ATTEMPT, new Reason("archive", "E", "c")));
        assertThat(archiving("ABORTED", ", \"cause\": \"c\"")).isEqualTo(
                new Told.NotArchived(ATTEMPT, new Reason("archive", "Aborted", "c")));
        assertThat(archiving("SUCCEEDED", "")).isEqualTo(new Told.Succeeded(ATTEMPT, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{}",
        "{\"outcome\": \"lost\", \"dataset\": \"demo\", \"delivery\": \"d\", \"revision\": \"0123456789ab\", \"attempt\": 1}",
        "{\"outcome\": \"archived\", \"dataset\": \"demo\", \"delivery\": \"d\", \"revision\": \"0123456789ab\"}",
        "{\"detail\": {\"executionArn\": \"arn\", \"status\": \"FAILED\", \"inputDetails\": {\"included\": false}}}"})
    void whatIsNoneOfTheseIsRefused(String json) {
        assertThatThrownBy(() -> ToldReader.read(JsonObject.parse(json))).isInstanceOf(MalformedJsonException.class);
    }
}
