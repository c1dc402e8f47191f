package dev.tally.benchmark.micro;

import java.io.ByteArrayInputStream;
import java.security.DigestInputStream;
import java.time.InstantSource;
import java.util.function.Consumer;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

import dev.tally.completeness.Completeness;
import dev.tally.completeness.InMemoryCheckQueue;
import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.completeness.InMemoryFiles;
import dev.tally.completeness.InMemoryJobs;
import dev.tally.completeness.InMemoryRuns;
import dev.tally.completeness.ManifestSource;
import dev.tally.completeness.Registration;
import dev.tally.delivery.Delivery;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Sha256;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;
import dev.tally.manifest.NativeManifestReader;

/** Reading the same manifest, dealing its members to chunks, and packing these, for each member. */
@State(Scope.Benchmark)
public class RegistrationBenchmark {
    private final byte[] text = ManifestBenchmark.text();

    @Benchmark
    @OperationsPerInvocation(ManifestBenchmark.MEMBERS)
    public Delivery registration() {
        return register(text, new InMemoryDeliveries());
    }

    /** Has a delivery registered in a store that is empty. */
    static Delivery register(byte[] text, InMemoryDeliveries deliveries) {
        InMemoryCheckQueue queue = new InMemoryCheckQueue();
        InstantSource clock = InstantSource.system();
        Completeness completeness = new Completeness(new InMemoryFiles(), deliveries, deliveries, deliveries,
                new InMemoryRuns(), new InMemoryJobs(), clock);
        Registration registration = new Registration(
                (manifest, members) -> read(text, members),
                deliveries, deliveries, deliveries, queue, completeness, clock);
        return registration.register(ManifestVersion.of(ManifestBenchmark.UPLOAD.event(-1, 0)));
    }

    private static ManifestSource.Text read(byte[] text, Consumer<Member> members) {
        DigestInputStream bytes = new DigestInputStream(new ByteArrayInputStream(text), Sha256.start());
        ManifestHeader header = NativeManifestReader.read(bytes, ManifestBenchmark.SCOPE, members);
        return new ManifestSource.Text(header, Checksum.of(ChecksumAlgorithm.SHA256,
                bytes.getMessageDigest().digest()));
    }
}
