package dev.tally.benchmark.micro;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

import dev.tally.benchmark.cost.Upload;
import dev.tally.dataset.Dataset;
import dev.tally.dataset.Job;
import dev.tally.dataset.ManifestFormat;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestScope;
import dev.tally.manifest.NativeManifestReader;

/** Reading a manifest of ten thousand members with size and SHA-256, for each member. */
@State(Scope.Benchmark)
public class ManifestBenchmark {
    static final int MEMBERS = 10_000;
    static final Upload UPLOAD = new Upload("landing", "mag/2026-11-30/", "2026-11-30", MEMBERS, 1);

    static final ManifestScope SCOPE = new ManifestScope(UPLOAD.manifest(), new Dataset("mag", List.of("mag/"),
            List.of(ManifestFormat.TALLY), Optional.empty(), Optional.empty(), new Job.None(), Optional.empty(),
            List.of()), "landing");

    private final byte[] text = text();

    static byte[] text() {
        try {
            return UPLOAD.content().readAllBytes();
        } catch (IOException impossible) {
            throw new UncheckedIOException("Reading from memory", impossible);
        }
    }

    @Benchmark
    @OperationsPerInvocation(MEMBERS)
    public ManifestHeader manifest(Blackhole members) {
        return NativeManifestReader.read(new ByteArrayInputStream(text), SCOPE, members::consume);
    }
}
