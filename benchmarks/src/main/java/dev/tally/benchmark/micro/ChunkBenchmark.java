package dev.tally.benchmark.micro;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

import dev.tally.completeness.Chunk;
import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.delivery.Delivery;

/** Unpacking a chunk of about 400 members, as each check does. */
@State(Scope.Benchmark)
public class ChunkBenchmark {
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final Delivery delivery = RegistrationBenchmark.register(ManifestBenchmark.text(), deliveries);

    @Benchmark
    public Chunk chunk() {
        return deliveries.get(delivery.key(), 0).orElseThrow();
    }
}
