package dev.tally.benchmark.cost;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sqs.SqsClient;

import dev.tally.aws.AwsClients;
import dev.tally.aws.CheckMessageJson;
import dev.tally.benchmark.metered.Meter;
import dev.tally.benchmark.metered.MeteredS3;
import dev.tally.benchmark.metered.MeteredSqs;
import dev.tally.benchmark.metered.MeteredStepFunctions;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.CatalogWriter;
import dev.tally.dataset.Dataset;
import dev.tally.dataset.DeliveryId;
import dev.tally.dataset.Job;
import dev.tally.dataset.ManifestFormat;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileEvent;
import dev.tally.lambda.Settings;
import dev.tally.lambda.Tracker;
import dev.tally.manifest.ManifestVersion;

/** An environment of which the functions' own code is there, and services that count instead of AWS's. */
final class Tracking {
    private static final String LANDING = "tally-prod-landing-123456789012";
    private static final String DATASET = "magnetometer";
    private static final String PREFIX = "solar/mag/";
    private static final String CATALOG = "catalog.json";

    private final Meter meter;
    private final MeteredS3 objects;
    private final MeteredSqs queue;
    private final MeteredStepFunctions machines;
    private final Tracker tracker;
    private long checked;

    /**
     * Starts with an empty environment.
     *
     * @param table gets the requests; what it counts should go to {@code meter}
     */
    Tracking(DynamoDbClient table, String tableName, Meter meter) {
        this.meter = meter;
        this.objects = new MeteredS3(meter);
        this.queue = new MeteredSqs(meter);
        this.machines = new MeteredStepFunctions(meter);
        Dataset dataset = new Dataset(DATASET, List.of(PREFIX), List.of(ManifestFormat.TALLY), Optional.empty(),
                Optional.empty(), new Job.None(), Optional.empty(), List.of());
        byte[] catalog = CatalogWriter.write(new Catalog("prod", List.of(dataset)))
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        objects.serve(CATALOG, () -> new ByteArrayInputStream(catalog));
        AwsClients clients = new AwsClients(Map.of()).with(DynamoDbClient.class, table)
                .with(S3Client.class, objects)
                .with(SqsClient.class, queue)
                .with(SfnClient.class, machines);
        this.tracker = new Tracker(clients, Settings.read(Map.of("TALLY_ENVIRONMENT", "prod", "TALLY_TABLE", tableName,
                "TALLY_INDEX", "deliveries",
                "TALLY_CATALOG", "s3://tally-prod-assets/" + CATALOG, "TALLY_LANDING_BUCKET", LANDING,
                "TALLY_WORK_BUCKET", "tally-prod-work-123456789012", "TALLY_CHECK_QUEUE_URL",
                "https://sqs.us-east-1.amazonaws.com/123456789012/tally-prod-check", "TALLY_PROCESSING_ARN",
                "arn:aws:states:us-east-1:123456789012:stateMachine:tally-prod-processing"), Tracker.SETTINGS));
        // Once for each process, so it belongs to no file.
        tracker.catalog();
    }

    /** The files of a delivery of that number, none of which has come yet. */
    static Upload upload(int number, int members) {
        String name = "2026-11-30-%06d".formatted(number);
        return new Upload(LANDING, PREFIX + name + '/', name, members, number);
    }

    /** What becomes of a delivery whose files came. */
    record Delivered(DeliveryKey delivery, long requestsLastFileToStart) {}

    /** Has all events of a delivery taken in. */
    Delivered deliver(Upload upload, Order order) {
        objects.serve(upload.manifest().key(), upload::content);
        int[] numbers = order.arrange(upload.members(), upload.seed());
        long before = 0;
        Optional<FileEvent.Created> manifest = Optional.empty();
        for (int position = 0; position < numbers.length; position++) {
            FileEvent.Created event = upload.event(numbers[position], position);
            if (numbers[position] == Upload.MANIFEST) {
                manifest = Optional.of(event);
            }
            before = meter.requests();
            arrive(event);
        }
        objects.forget(upload.manifest().key());
        DeliveryKey key = new DeliveryKey(new DeliveryId(DATASET, upload.delivery()),
                ManifestVersion.of(manifest.orElseThrow()).revision());
        List<MeteredStepFunctions.Started> started = machines.takeStarted();
        if (started.size() != 1) {
            throw new IllegalStateException(key + " was started " + started.size() + " times");
        }
        return new Delivered(key, started.getFirst().requests() - before);
    }

    /** Registers a delivery of which no file is there. */
    void register(Upload upload) {
        objects.serve(upload.manifest().key(), upload::content);
        arrive(upload.event(Upload.MANIFEST, 0));
    }

    /** Takes an event in, and works the check queue off, so that each arrival finds all earlier ones checked. */
    private void arrive(FileEvent event) {
        tracker.arrivals().arrive(event);
        for (Optional<String> body = queue.take(); body.isPresent(); body = queue.take()) {
            tracker.checks().handle(CheckMessageJson.read(body.get()));
            checked++;
        }
    }

    /** Ends the run of a delivery well, without outputs. */
    void finish(DeliveryKey delivery) {
        tracker.outcomes().finished(delivery, 1, Optional.empty());
    }

    /** How many messages of the check queue were handled. */
    long checked() {
        return checked;
    }
}
