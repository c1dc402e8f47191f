package dev.tally.benchmark.cost;

import dev.tally.benchmark.HeapPeak;
import dev.tally.benchmark.JsonLine;
import dev.tally.benchmark.metered.Meter;
import dev.tally.benchmark.metered.MeteredDynamoDb;

/** Registers one delivery ahead of all its files, until each of its chunks waits at a door. */
record RegistrationRun(int members) {
    JsonLine measure() {
        HeapPeak heap = new HeapPeak();
        Meter meter = new Meter();
        try (MeteredDynamoDb table = new MeteredDynamoDb(meter)) {
            Tracking tracking = new Tracking(table, "tally-prod-tracking", meter);
            long start = System.nanoTime();
            tracking.register(Tracking.upload(1, members));
            long nanos = System.nanoTime() - start;
            Meter.Usage total = Meter.total(meter.byRequest());
            return new JsonLine("registration").with("members", members)
                    .with("writeUnits", total.writeUnits())
                    .with("readUnits", total.readUnits())
                    .with("requests", total.requests())
                    .with("items", table.items())
                    .with("seconds", nanos / 1e9)
                    .with("peakHeapMb", heap.megabytes())
                    .with("heapLimitMb", Runtime.getRuntime().maxMemory() >> 20);
        }
    }
}
