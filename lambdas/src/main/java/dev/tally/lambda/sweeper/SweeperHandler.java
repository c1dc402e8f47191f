package dev.tally.lambda.sweeper;

import java.io.IOException;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.aws.AwsClients;
import dev.tally.aws.DynamoDeliveries;
import dev.tally.aws.DynamoDeliveryList;
import dev.tally.aws.S3Catalog;
import dev.tally.aws.SqsCheckQueue;
import dev.tally.aws.SqsQueue;
import dev.tally.aws.StepFunctionsExecutions;
import dev.tally.completeness.DeliveryStore;
import dev.tally.completeness.Transitions;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.lambda.EventLog;
import dev.tally.lambda.FunctionHandler;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Metrics;
import dev.tally.lambda.ObservedDeliveries;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;
import dev.tally.lambda.SqsBatch;
import dev.tally.sweep.Sweep;

/**
 * Sweeps a page of open deliveries for each message of the sweep queue, and sends a message for the next page; so no
 * invocation has to go through them all, and what fails comes again by itself.
 */
public final class SweeperHandler extends FunctionHandler {
    private static final int PAGE = 100;

    private final Supplier<Catalog> catalog;
    private final Sweep sweep;
    private final Consumer<List<String>> queue;
    private final Runnable priming;

    public SweeperHandler() {
        this(System.getenv());
    }

    public SweeperHandler(Map<String, String> environment) {
        this(new AwsClients(environment), Settings.read(environment, EnumSet.of(Setting.TABLE, Setting.INDEX,
                Setting.CATALOG, Setting.CHECK_QUEUE_URL, Setting.SWEEP_QUEUE_URL, Setting.SWEEP_EVERY,
                Setting.SWEEP_GRACE)));
        primeBeforeSnapshot();
    }

    private SweeperHandler(AwsClients clients, Settings settings) {
        this(clients, settings, new S3Catalog(clients, settings.catalog()),
                new DynamoDeliveryList(clients, settings.table(), settings.index()),
                new SqsQueue(clients, "sweep queue", settings.sweepQueue()));
    }

    private SweeperHandler(AwsClients clients, Settings settings, S3Catalog catalog, DynamoDeliveryList list,
            SqsQueue queue) {
        this(settings, catalog, sweep(clients, settings, list), queue::send, () -> {
            list.open("priming", Optional.empty(), 1);
            queue.prime();
        });
    }

    /** @param queue takes messages of the sweep queue */
    SweeperHandler(Settings settings, Supplier<Catalog> catalog, Sweep sweep, Consumer<List<String>> queue,
            Runnable priming) {
        super("sweeper", settings);
        this.catalog = catalog;
        this.sweep = sweep;
        this.queue = queue;
        this.priming = priming;
    }

    private static Sweep sweep(AwsClients clients, Settings settings, DynamoDeliveryList list) {
        InstantSource clock = InstantSource.system();
        DynamoDeliveries deliveries = new DynamoDeliveries(clients, settings.table());
        DeliveryStore store = new ObservedDeliveries(deliveries);
        return new Sweep(list, new Transitions(deliveries, store, clock), new StepFunctionsExecutions(clients),
                new SqsCheckQueue(clients, settings.checkQueue()), settings.sweepRhythm(), clock);
    }

    @Override
    protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        SqsBatch.handle(event, answer, invocation, this::sweep);
    }

    private void sweep(String body, Invocation invocation) {
        switch (Errand.read(body)) {
            case Errand.Everything _ -> queue.accept(catalog.get()
                    .datasets()
                    .stream()
                    .map(dataset -> Errand.write(new Errand.Page(dataset.name(), Optional.empty())))
                    .toList());
            case Errand.Page page -> sweep(page, invocation);
        }
    }

    private void sweep(Errand.Page page, Invocation invocation) {
        Sweep.Report report = sweep.page(page.dataset(), page.cursor(), PAGE);
        report.next()
                .map(cursor -> new Errand.Page(page.dataset(), Optional.of(cursor)))
                .ifPresent(next -> queue.accept(List.of(Errand.write(next))));
        if (page.cursor().isEmpty() || report.oldestWaiting().isPositive()) {
            invocation.metrics().time("OldestWaiting", report.oldestWaiting(), "dataset", page.dataset());
        }
        report.findings().forEach(finding -> note(finding, invocation));
        invocation.log()
                .with("dataset", page.dataset())
                .with("findings", report.findings().size())
                .with("last", report.next().isEmpty())
                .info("Swept a page");
    }

    private static void note(Sweep.Finding finding, Invocation invocation) {
        EventLog log = invocation.log().with(finding.delivery().key(), finding.delivery().attempt());
        Metrics metrics = invocation.metrics();
        switch (finding) {
            case Sweep.Finding.Overdue _ -> {
                metrics.count("DeliveriesOverdue", 1);
                metrics.count("DeliveriesOverdue", 1, "dataset", finding.delivery().key().id().dataset());
            }
            case Sweep.Finding.NotStarted _ -> {
                metrics.count("StartsMissing", 1);
                log.warn("A delivery was complete and not started; the check queue starts it");
            }
            case Sweep.Finding.Abandoned abandoned -> {
                metrics.count("OutcomesMissing", 1);
                log.with("reason", abandoned.delivery().life().reason().map(Object::toString).orElse(""))
                        .warn("A run had ended, and nobody had told");
            }
            case Sweep.Finding.Trouble trouble -> {
                metrics.count("SweepTroubles", 1);
                log.error("A delivery could not be swept; the next sweep tries again", trouble.failure());
            }
        }
    }

    @Override
    protected void prime() {
        catalog.get()
                .datasets()
                .stream()
                .map(Dataset::name)
                .forEach(name -> Errand.read(
                        Errand.write(new Errand.Page(name, Optional.empty()))));
        priming.run();
    }
}
