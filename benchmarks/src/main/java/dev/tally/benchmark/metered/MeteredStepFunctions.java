package dev.tally.benchmark.metered;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.StartExecutionRequest;
import software.amazon.awssdk.services.sfn.model.StartExecutionResponse;

/** Takes note of executions, and runs none. Thread-safe. */
public final class MeteredStepFunctions implements SfnClient {
    private final Meter meter;
    private final List<Started> started = new ArrayList<>();

    /**
     * An execution.
     *
     * @param requests how many the meter had counted when it was started, this one included
     */
    public record Started(String arn, String input, long requests) {}

    public MeteredStepFunctions(Meter meter) {
        this.meter = meter;
    }

    /** Those since this was asked the last time. */
    public synchronized List<Started> takeStarted() {
        List<Started> taken = List.copyOf(started);
        started.clear();
        return taken;
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    @Override
    public synchronized StartExecutionResponse startExecution(StartExecutionRequest request) {
        meter.request("states:StartExecution");
        String arn = request.stateMachineArn().replace(":stateMachine:", ":execution:") + ':' + request.name();
        started.add(new Started(arn, request.input(), meter.requests()));
        return StartExecutionResponse.builder().executionArn(arn).startDate(Instant.now()).build();
    }
}
