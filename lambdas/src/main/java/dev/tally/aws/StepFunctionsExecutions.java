package dev.tally.aws;

import java.time.Instant;
import java.util.Optional;

import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.DescribeExecutionResponse;
import software.amazon.awssdk.services.sfn.model.ExecutionDoesNotExistException;

import dev.tally.delivery.Reason;
import dev.tally.sweep.Executions;

/** Asks Step Functions how executions are doing. Thread-safe. */
public final class StepFunctionsExecutions implements Executions {
    private final SfnClient client;

    public StepFunctionsExecutions(AwsClients clients) {
        this.client = clients.stepFunctions();
    }

    @Override
    public Optional<End> end(String execution) {
        try {
            return end(execution, client.describeExecution(describe -> describe.executionArn(execution)));
        } catch (ExecutionDoesNotExistException forgotten) {
            return Optional
                    .of(new End(Instant.EPOCH, Optional.of(new Reason("execution", "ExecutionForgotten", execution
                            + " is not known any more: Step Functions forgets executions 90 days after their end"))));
        }
    }

    /** One that waits to be redriven goes on under the same name. */
    private static Optional<End> end(String execution, DescribeExecutionResponse described) {
        return switch (described.status()) {
            case RUNNING, PENDING_REDRIVE -> Optional.empty();
            case SUCCEEDED -> Optional.of(new End(described.stopDate(), Optional.empty()));
            case FAILED, TIMED_OUT, ABORTED -> Optional.of(new End(described.stopDate(),
                    Optional.of(RunReasons.ofEnd(execution, described.statusAsString(),
                            Optional.ofNullable(described.error()).orElse(""),
                            Optional.ofNullable(described.cause()).orElse("")))));
            case UNKNOWN_TO_SDK_VERSION -> throw new IllegalStateException(
                    execution + " has a status that this Tally does not know: " + described.statusAsString());
        };
    }
}
