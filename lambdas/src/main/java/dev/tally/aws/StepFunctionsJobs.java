package dev.tally.aws;

import java.util.function.Supplier;

import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.ExecutionAlreadyExistsException;
import software.amazon.awssdk.services.sfn.model.SfnException;

import dev.tally.completeness.JobStarter;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.fixity.Sha256;

/** Starts executions of the state machine that processes. Thread-safe. */
public final class StepFunctionsJobs implements JobStarter {
    private static final int LONGEST_DATASET = 40;
    private static final int HASH_DIGITS = 20;

    private final SfnClient client;
    private final String processingArn;
    private final Supplier<Catalog> catalog;
    private final WorkFiles work;

    public StepFunctionsJobs(AwsClients clients, String processingArn, String workBucket, Supplier<Catalog> catalog) {
        this.client = clients.stepFunctions();
        this.processingArn = processingArn;
        this.catalog = catalog;
        this.work = new WorkFiles(workBucket);
    }

    /**
     * An execution that runs under this name, with whatever input, or ran under it in the last 90 days, is this
     * attempt's own: the name is made of nothing but delivery, revision and attempt.
     */
    @Override
    public String start(Delivery delivery) {
        String name = name(delivery.key(), delivery.attempt());
        Dataset dataset = catalog.get()
                .find(delivery.key().id().dataset())
                .orElseThrow(
                        () -> new UnknownDatasetException(delivery.key() + " is complete, but its dataset is gone"));
        String input = JobInput.of(delivery, dataset.job(), work.outputs(delivery.key(), delivery.attempt()),
                processingArn);
        try {
            return client.startExecution(start -> start.stateMachineArn(processingArn).name(name).input(input))
                    .executionArn();
        } catch (ExecutionAlreadyExistsException started) {
            return processingArn.replace(":stateMachine:", ":execution:") + ':' + name;
        }
    }

    /** Starts an execution of a machine that there is not, which is refused: there and back without effect. */
    public void prime() {
        try {
            client.startExecution(start -> start.stateMachineArn(processingArn + "-priming").input("{}"));
        } catch (SfnException refused) {
            // as expected
        }
    }

    /**
     * At most 80 characters of {@code [a-z0-9-]}, as the service wants it; the hash is of the whole identity, so that
     * cutting cannot make two of them the same.
     */
    public static String name(DeliveryKey delivery, int attempt) {
        String dataset = delivery.id().dataset();
        String prefix = dataset.substring(0, Math.min(LONGEST_DATASET, dataset.length()));
        return prefix + '-' + hash(delivery.toString()) + '-' + attempt;
    }

    private static String hash(String identity) {
        return Sha256.hex(identity).substring(0, HASH_DIGITS);
    }
}
