package dev.tally.lambda;

import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.tally.aws.AwsClients;
import dev.tally.aws.DynamoDeliveries;
import dev.tally.aws.DynamoDeliveryList;
import dev.tally.aws.DynamoFiles;
import dev.tally.aws.S3Catalog;
import dev.tally.aws.S3ManifestSource;
import dev.tally.aws.S3PinnedFiles;
import dev.tally.aws.S3RunFiles;
import dev.tally.aws.S3StoredFiles;
import dev.tally.aws.SqsCheckQueue;
import dev.tally.aws.StepFunctionsJobs;
import dev.tally.completeness.Arrivals;
import dev.tally.completeness.ChangedFiles;
import dev.tally.completeness.Checks;
import dev.tally.completeness.Completeness;
import dev.tally.completeness.DeliveryStore;
import dev.tally.completeness.LostEvents;
import dev.tally.completeness.Outcomes;
import dev.tally.completeness.Registration;
import dev.tally.completeness.Transitions;
import dev.tally.completeness.Watch;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;

/**
 * The protocol on AWS. Arrivals and results of runs check small deliveries at once, so each function that takes either
 * can decide and start, and has all of it. Thread-safe.
 */
public final class Tracker {
    /** What it has to be told. */
    public static final Set<Setting> SETTINGS = Collections.unmodifiableSet(EnumSet.of(Setting.TABLE, Setting.INDEX,
            Setting.CATALOG,
            Setting.CHECK_QUEUE_URL, Setting.LANDING_BUCKET, Setting.WORK_BUCKET, Setting.PROCESSING_ARN));

    private final S3Catalog catalog;
    private final DynamoFiles files;
    private final DynamoDeliveries deliveries;
    private final SqsCheckQueue queue;
    private final S3RunFiles runs;
    private final StepFunctionsJobs jobs;
    private final Arrivals arrivals;
    private final Checks checks;
    private final Outcomes outcomes;

    public Tracker(AwsClients clients, Settings settings) {
        InstantSource clock = InstantSource.system();
        catalog = new S3Catalog(clients, settings.catalog());
        files = new DynamoFiles(clients, settings.table());
        deliveries = new DynamoDeliveries(clients, settings.table());
        DeliveryStore store = new ObservedDeliveries(deliveries);
        queue = new SqsCheckQueue(clients, settings.checkQueue());
        runs = new S3RunFiles(clients, settings.workBucket());
        jobs = new StepFunctionsJobs(clients, settings.processingArn(), settings.workBucket(), catalog);
        ObservedStarts starts = new ObservedStarts(runs, jobs, clock);
        Completeness completeness = new Completeness(files, deliveries, store, deliveries, starts, starts, clock);
        Registration registration = new Registration(
                new S3ManifestSource(clients, settings.landingBucket(), catalog), deliveries, store, deliveries, queue,
                completeness, clock);
        arrivals = new Arrivals(files, queue, completeness, manifests(settings.landingBucket()),
                Tracker::postponed);
        LostEvents lostEvents = new LostEvents(files, deliveries, new S3StoredFiles(clients), arrivals, completeness,
                queue, this::found);
        ChangedFiles changedFiles = new ChangedFiles(files, this::dataset,
                new DynamoDeliveryList(clients, settings.table(), settings.index()), deliveries,
                new S3PinnedFiles(clients), new Transitions(deliveries, store, clock), queue);
        checks = new Checks(completeness, registration, files, lostEvents, changedFiles, files, queue);
        outcomes = new Outcomes(deliveries, store, files, queue, arrivals, clock);
    }

    private static void postponed(Watch watch, RuntimeException failure) {
        Invocation.current()
                .ifPresent(invocation -> invocation.log()
                        .with(watch.delivery())
                        .error("A check failed, and is left to the check queue", failure));
    }

    private Optional<String> dataset(FileRef file) {
        return catalog.get().of(file.key()).map(Dataset::name);
    }

    private void found(FileEvent.Created file) {
        Invocation.current().ifPresent(invocation -> {
            invocation.metrics().count("EventsLost", 1);
            invocation.log()
                    .with("file", file.file().uri())
                    .with("dataset", dataset(file.file()).orElse(""))
                    .warn("A file is there, and no event had told");
        });
    }

    private Predicate<FileRef> manifests(String landingBucket) {
        return file -> file.bucket().equals(landingBucket) && catalog.get().manifestOf(file.key()).isPresent();
    }

    public Catalog catalog() {
        return catalog.get();
    }

    public Arrivals arrivals() {
        return arrivals;
    }

    public Checks checks() {
        return checks;
    }

    public Outcomes outcomes() {
        return outcomes;
    }

    /** Reads the catalog, and goes all the way to each service that an arrival or a decision asks, without effect. */
    public void prime() {
        catalog.get();
        files.prime();
        deliveries.open(DeliveryKey.parse("priming/priming@000000000000"), 0);
        queue.prime();
        runs.prime();
        jobs.prime();
    }
}
