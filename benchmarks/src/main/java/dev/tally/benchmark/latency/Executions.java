package dev.tally.benchmark.latency;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.ExecutionListItem;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;

/** The executions of a machine, one after another. */
final class Executions {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    /** Nobody asks the emulator anything while the chain runs that is measured, for it answers one call at a time. */
    private static final Duration UNDISTURBED = Duration.ofMillis(300);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final SfnClient client;
    private final String machine;
    private final Set<String> known = new HashSet<>();

    Executions(SfnClient client, String machine) {
        this.client = client;
        this.machine = machine;
        client.listExecutions(list -> list.stateMachineArn(machine))
                .executions()
                .forEach(execution -> known.add(execution.executionArn()));
    }

    /** Waits for the next one, and for its end; answers when it had started. */
    Instant next() {
        sleep(UNDISTURBED);
        Instant limit = Instant.now().plus(LONGEST_WAIT);
        while (Instant.now().isBefore(limit)) {
            Optional<ExecutionListItem> next = client.listExecutions(list -> list.stateMachineArn(machine))
                    .executions()
                    .stream()
                    .filter(execution -> !known.contains(execution.executionArn()))
                    .filter(execution -> execution.status() != ExecutionStatus.RUNNING)
                    .findFirst();
            if (next.isPresent()) {
                known.add(next.get().executionArn());
                return next.get().startDate();
            }
            sleep(PAUSE);
        }
        throw new IllegalStateException("No execution of " + machine + " began and ended in time");
    }

    static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", interrupted);
        }
    }
}
