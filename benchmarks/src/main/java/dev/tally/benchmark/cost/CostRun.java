package dev.tally.benchmark.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

import dev.tally.benchmark.HeapPeak;
import dev.tally.benchmark.metered.Meter;
import dev.tally.benchmark.metered.MeteredDynamoDb;
import dev.tally.completeness.Chunk;

/**
 * Lets whole deliveries come, one after another.
 *
 * @param members of each delivery
 * @param deliveries how many, each with other files in another order
 */
record CostRun(int members, Order order, int deliveries) {
    /**
     * What was counted, of all deliveries.
     *
     * @param tracked by request, from the first event of a delivery until it is PROCESSING
     * @param processed the same until it is PROCESSED
     * @param lastFileToStart for each delivery the requests from the taking of its last event to StartExecution
     * @param checked messages of the check queue
     * @param items that the table has in the end
     */
    record Result(CostRun run, Map<String, Meter.Usage> tracked, Map<String, Meter.Usage> processed,
            List<Long> lastFileToStart, long checked, int items, double peakHeapMb) {
        long files() {
            return (long) run.members() * run.deliveries();
        }

        double writeUnitsPerFile() {
            return Meter.total(tracked).writeUnits() / files();
        }

        double readUnitsPerFile() {
            return Meter.total(tracked).readUnits() / files();
        }

        /** The worst of them. */
        long requestsLastFileToStart() {
            return lastFileToStart.stream().mapToLong(Long::longValue).max().orElseThrow();
        }

        /** By what they are for, for a million files. */
        SequencedMap<String, Double> dollars() {
            SequencedMap<String, Double> dollars = Bill.of(processed, run.members(), run.deliveries(),
                    Chunk.count(run.members()), checked);
            dollars.replaceAll((what, amount) -> amount / files() * 1e6);
            return dollars;
        }

        double dollarsPerMillionFiles() {
            return dollars().values().stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    Result measure() {
        HeapPeak heap = new HeapPeak();
        Meter meter = new Meter();
        try (MeteredDynamoDb table = new MeteredDynamoDb(meter)) {
            Tracking tracking = new Tracking(table, "tally-prod-tracking", meter);
            List<Tracking.Delivered> delivered = new ArrayList<>();
            Map<String, Meter.Usage> before = meter.byRequest();
            for (int i = 0; i < deliveries; i++) {
                delivered.add(tracking.deliver(Tracking.upload(i, members), order));
            }
            Map<String, Meter.Usage> tracked = Meter.difference(meter.byRequest(), before);
            delivered.forEach(each -> tracking.finish(each.delivery()));
            Map<String, Meter.Usage> processed = Meter.difference(meter.byRequest(), before);
            return new Result(this, tracked, processed,
                    delivered.stream().map(Tracking.Delivered::requestsLastFileToStart).toList(), tracking.checked(),
                    table.items(), heap.megabytes());
        }
    }
}
