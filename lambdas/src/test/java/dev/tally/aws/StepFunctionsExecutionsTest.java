package dev.tally.aws;

import java.time.Instant;
import java.util.Optional;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sfn.model.SfnException;

import dev.tally.delivery.Reason;
import dev.tally.sweep.Executions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class StepFunctionsExecutionsTest {
    private static final String EXECUTION = "arn:aws:states:eu-central-1:123456789012:execution:tally-dev-processing:x";
    private static final Instant STOPPED = Instant.parse("2026-11-30T12:00:00.250Z");

    private final ScriptedHttp http = new ScriptedHttp();
    private final StepFunctionsExecutions executions = new StepFunctionsExecutions(http.clients());

    private Optional<Executions.End> end(String status, String more) {
        http.answer(200, "{\"executionArn\": \"" + EXECUTION + "\", \"status\": \"" + status + "\"" + more + "}");
        return executions.end(EXECUTION);
    }

    private Optional<Executions.End> stopped(String status, String more) {
        return end(status, ", \"stopDate\": " + STOPPED.toEpochMilli() / 1000.0 + more);
    }

    private static Optional<Executions.End> failed(String stage, String error, String cause) {
        return Optional.of(new Executions.End(STOPPED, Optional.of(new Reason(stage, error, cause))));
    }

    @Test
    void whatRunsHasNoEnd() {
        assertThat(end("RUNNING", "")).isEmpty();
        assertThat(end("PENDING_REDRIVE", "")).isEmpty();
        assertThat(http.requests().getFirst().body()).contains(EXECUTION);
    }

    @Test
    @DisplayName("SFN-07: every way to end has its reason, the same that the service's event would give")
    void ends() {
        assertThat(stopped("SUCCEEDED", "")).contains(new Executions.End(STOPPED, Optional.empty()));
        assertThat(stopped("FAILED", ", \"error\": \"job/org.example.Boom\", \"cause\": \"no disk\""))
                .isEqualTo(failed("job", "Boom", "no disk"));
        assertThat(stopped("FAILED", "")).isEqualTo(failed("execution", "Failed", ""));
        assertThat(stopped("TIMED_OUT", ""))
                .isEqualTo(failed("execution", "TimedOut", EXECUTION + " took too long"));
        assertThat(stopped("ABORTED", ", \"cause\": \"wrong calibration\""))
                .isEqualTo(failed("execution", "Aborted", "wrong calibration"));
    }

    @Test
    void oneThatIsForgottenEndedLongAgo() {
        http.answer(400, "{\"__type\": \"ExecutionDoesNotExist\", \"message\": \"Execution Does Not Exist\"}");
        Executions.End end = executions.end(EXECUTION).orElseThrow();
        assertThat(end.at()).isBefore(STOPPED);
        assertThat(end.failure().orElseThrow().error()).isEqualTo("ExecutionForgotten");
    }

    @Test
    void notBeingAllowedToAskIsNoEnd() {
        http.answer(400, "{\"__type\": \"AccessDeniedException\", \"message\": \"not authorized\"}");
        assertThatThrownBy(() -> executions.end(EXECUTION)).isInstanceOf(SfnException.class);
    }
}
