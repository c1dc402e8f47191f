package dev.tally.benchmark.cost;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

import dev.tally.benchmark.metered.Meter;

/**
 * What the measured deliveries would have cost, from the first event to PROCESSED. What a team pays anyway is not in it:
 * storing its files and writing them, its job, and the time in which the verifier reads their bytes. Nor are logs,
 * metrics, and what the table stores.
 */
final class Bill {
    /** So many messages an invocation takes, and a request to a queue, while many files come. */
    private static final int BATCH = 10;
    /** Each function but those of the processing has so much memory, or more while it checks large deliveries. */
    private static final double GIGABYTES = 1;
    /** An estimate: what an invocation takes without its requests. */
    private static final double INVOCATION_SECONDS = 0.005;
    /** An estimate: what a request takes. Arrivals of a batch are written at the same time. */
    private static final double REQUEST_SECONDS = 0.010;
    /** Waiting, Complete, Processing, Processed. */
    private static final int STATUS_EVENTS = 4;

    private Bill() {}

    /**
     * Adds up.
     *
     * @param files members of one delivery
     * @param deliveries how many were measured
     * @param chunks of one delivery
     * @param checked messages of the check queue
     * @return dollars by what they are for
     */
    static SequencedMap<String, Double> of(Map<String, Meter.Usage> usage, long files, long deliveries, int chunks,
            long checked) {
        Meter.Usage all = Meter.total(usage);
        long events = (files + 1) * deliveries;
        long batch = Math.min(BATCH, files + 1);
        double indexer = (double) events / batch;
        double checker = (double) checked / batch;
        HappyPath path = HappyPath.through(chunks);
        double publisher = requests(usage, "delivery") - requests(usage, "Get") - requests(usage, "Query");
        double processing = path.functions() * deliveries;
        double waits = indexer + all.requests() - events;
        double seconds = (indexer + checker + publisher) * INVOCATION_SECONDS + waits * REQUEST_SECONDS;
        SequencedMap<String, Double> dollars = new LinkedHashMap<>();
        dollars.put("tableWrites", all.writeUnits() * Prices.WRITE_UNIT);
        dollars.put("tableReads", all.readUnits() * Prices.READ_UNIT);
        dollars.put("s3Events", events * Prices.SERVICE_EVENT);
        dollars.put("queues", (events + 2 * indexer + requests(usage, "sqs:") + 2 * checker) * Prices.QUEUE_REQUEST);
        dollars.put("invocations", (indexer + checker + publisher + processing) * Prices.INVOCATION);
        dollars.put("computingEstimate", seconds * GIGABYTES * Prices.GIGABYTE_SECOND);
        dollars.put("objects", requests(usage, "s3:GetObject") * Prices.OBJECT_READ
                + (requests(usage, "s3:") - requests(usage, "s3:GetObject")) * Prices.OBJECT_WRITE);
        dollars.put("statusEvents", STATUS_EVENTS * deliveries * Prices.CUSTOM_EVENT);
        dollars.put("processingTransitions", path.transitions() * deliveries * Prices.TRANSITION);
        return dollars;
    }

    private static double requests(Map<String, Meter.Usage> usage, String part) {
        return usage.entrySet()
                .stream()
                .filter(entry -> entry.getKey().contains(part))
                .mapToLong(entry -> entry.getValue().requests())
                .sum();
    }
}
