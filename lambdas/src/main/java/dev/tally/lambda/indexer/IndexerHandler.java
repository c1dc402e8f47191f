package dev.tally.lambda.indexer;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.aws.AwsClients;
import dev.tally.completeness.Arrivals;
import dev.tally.completeness.FileState;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.file.FileEvent;
import dev.tally.lambda.FunctionHandler;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Metrics;
import dev.tally.lambda.Settings;
import dev.tally.lambda.SqsBatch;
import dev.tally.lambda.Tracker;

/** Takes in what comes and goes in the landing bucket, as S3 tells it through the index queue. */
public final class IndexerHandler extends FunctionHandler {
    private final String landingBucket;
    private final Supplier<Catalog> catalog;
    private final Arrivals arrivals;
    private final Runnable priming;

    public IndexerHandler() {
        this(System.getenv());
    }

    public IndexerHandler(Map<String, String> environment) {
        this(environment, Settings.read(environment, Tracker.SETTINGS));
        primeBeforeSnapshot();
    }

    private IndexerHandler(Map<String, String> environment, Settings settings) {
        this(settings, new Tracker(new AwsClients(environment), settings));
    }

    private IndexerHandler(Settings settings, Tracker tracker) {
        this(settings, tracker::catalog, tracker.arrivals(), tracker::prime);
    }

    IndexerHandler(Settings settings, Supplier<Catalog> catalog, Arrivals arrivals, Runnable priming) {
        super("indexer", settings);
        this.landingBucket = settings.landingBucket();
        this.catalog = catalog;
        this.arrivals = arrivals;
        this.priming = priming;
    }

    @Override
    protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        SqsBatch.handle(event, answer, invocation, this::index);
    }

    private void index(String body, Invocation invocation) {
        S3Notice notice = S3Notice.parse(body);
        notice.ignored().forEach(what -> ignore(what, invocation));
        for (FileEvent event : notice.events()) {
            if (event.file().bucket().equals(landingBucket)) {
                index(event, invocation);
            } else {
                ignore("a file of another bucket: " + event.file(), invocation);
            }
        }
    }

    private void index(FileEvent event, Invocation invocation) {
        FileState state = arrivals.arrive(event);
        Metrics metrics = invocation.metrics();
        if (state.latest().filter(latest -> latest.sequencer().isAfter(event.sequencer())).isPresent()) {
            metrics.count("EventsStale", 1);
        }
        String metric = switch (event) {
            case FileEvent.Created _ -> "FilesArrived";
            case FileEvent.Deleted _ -> "FilesDeleted";
        };
        Optional<Dataset> dataset = catalog.get().of(event.file().key());
        metrics.count(metric, 1);
        dataset.ifPresent(known -> metrics.count(metric, 1, "dataset", known.name()));
        invocation.log()
                .with("file", event.file().uri())
                .with("sequencer", event.sequencer().value())
                .with("watches", state.watches().size())
                .with("dataset", dataset.map(Dataset::name).orElse(""))
                .info(switch (event) {
                    case FileEvent.Created _ -> "A file came";
                    case FileEvent.Deleted _ -> "A file went";
                });
    }

    private static void ignore(String what, Invocation invocation) {
        invocation.metrics().count("EventsIgnored", 1);
        invocation.log().with("ignored", what).info("Ignored a message of S3");
    }

    @Override
    protected void prime() {
        S3Notice.parse(
                """
                        {"detail-type": "Object Created", "time": "2026-01-01T00:00:00Z", "detail": {"bucket": {"name": "priming"},
                         "object": {"key": "priming", "size": 1, "etag": "0", "sequencer": "0"}}}""");
        priming.run();
    }
}
