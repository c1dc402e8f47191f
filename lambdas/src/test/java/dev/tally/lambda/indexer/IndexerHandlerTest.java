package dev.tally.lambda.indexer;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.completeness.Arrivals;
import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.Completeness;
import dev.tally.completeness.FileState;
import dev.tally.completeness.InMemoryCheckQueue;
import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.completeness.InMemoryFiles;
import dev.tally.completeness.InMemoryJobs;
import dev.tally.completeness.InMemoryRuns;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Datasets;
import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.lambda.Invoked;
import dev.tally.lambda.Settings;
import dev.tally.lambda.Tracker;

import static org.assertj.core.api.Assertions.assertThat;

final class IndexerHandlerTest {
    private final InMemoryFiles files = new InMemoryFiles();
    private final InMemoryCheckQueue queue = new InMemoryCheckQueue();
    private final IndexerHandler handler = handler();

    private IndexerHandler handler() {
        InMemoryDeliveries deliveries = new InMemoryDeliveries();
        Completeness completeness = new Completeness(files, deliveries, deliveries, deliveries, new InMemoryRuns(),
                new InMemoryJobs(), InstantSource.system());
        Catalog catalog = Datasets.catalog("demo");
        Arrivals arrivals = new Arrivals(files, queue, completeness,
                file -> catalog.manifestOf(file.key()).isPresent(), (watch, failure) -> {
                    throw failure;
                });
        return new IndexerHandler(Settings.read(Invoked.ENVIRONMENT, Tracker.SETTINGS), () -> catalog, arrivals,
                () -> {});
    }

    private static String event(String bucket, String key, long size, String sequencer) {
        return """
                {"detail-type": "Object Created", "time": "2026-11-30T12:34:56Z", "detail": {"bucket": {"name": "%s"},
                 "object": {"key": "%s", "size": %d, "etag": "e%s", "sequencer": "%s"}, "reason": "PutObject"}}"""
                .formatted(bucket, key, size, sequencer, sequencer);
    }

    private FileState state(String key) {
        return files.state(new FileRef("landing", key));
    }

    @Test
    @DisplayName("EVT-01, LAM-01: the good ones of a batch are done, the broken one comes again, the test message does not")
    void mixedBatch() {
        JsonObject answer = Invoked.withMessages(handler, List.of(event("landing", "demo/a", 1, "1"),
                "{\"Service\":\"Amazon S3\",\"Event\":\"s3:TestEvent\",\"Bucket\":\"b1\"}", "{\"detail-type\":",
                event("landing", "demo/b", 2, "1")));
        assertThat(Invoked.failures(answer)).containsExactly("m2");
        assertThat(state("demo/a").present()).isPresent();
        assertThat(state("demo/b").present()).isPresent();
    }

    @Test
    @DisplayName("EVT-04, EB-06: events of yesterday change nothing")
    void replay() {
        Invoked.withMessages(handler, List.of(event("landing", "demo/a", 20, "62b")));
        Invoked.withMessages(handler, List.of(event("landing", "demo/a", 10, "62a")));
        Invoked.withMessages(handler, List.of(event("landing", "demo/a", 20, "62b")));
        assertThat(state("demo/a").present().orElseThrow().size()).isEqualTo(20);
        assertThat(state("demo/a").writes()).isEqualTo(1);
    }

    @Test
    @DisplayName("OBJ-05: what lies in another bucket is none of ours")
    void otherBucket() {
        JsonObject answer = Invoked.withMessages(handler, List.of(event("work", "demo/a", 1, "1")));
        assertThat(Invoked.failures(answer)).isEmpty();
        assertThat(files.state(new FileRef("work", "demo/a")).latest()).isEmpty();
        assertThat(queue.take()).isEmpty();
    }

    @Test
    void aManifestIsRegisteredLater() {
        Invoked.withMessages(handler, List.of(event("landing", "demo/x.manifest.json", 1, "1"),
                event("landing", "other/x.manifest.json", 1, "1"), event("landing", "demo/x.json", 1, "1")));
        assertThat(queue.take()).singleElement()
                .isInstanceOfSatisfying(CheckMessage.Register.class, register -> {
                    assertThat(register.manifest().file().key()).isEqualTo("demo/x.manifest.json");
                    assertThat(register.manifest().versionId()).isEqualTo(Optional.empty());
                });
    }
}
