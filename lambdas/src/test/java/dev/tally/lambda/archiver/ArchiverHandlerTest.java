package dev.tally.lambda.archiver;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.dataset.ArchivePolicy;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.dataset.DeliveryId;
import dev.tally.dataset.Job;
import dev.tally.dataset.ManifestFormat;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.json.JsonObject;
import dev.tally.lambda.Invoked;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;
import dev.tally.manifest.ManifestVersion;
import dev.tally.storage.FakeObjects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ArchiverHandlerTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final int FILES = 70;

    private final FakeObjects objects = new FakeObjects();
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final ManifestVersion manifest = new ManifestVersion(new FileRef("landing", "demo/d.manifest.json"),
            Optional.of("v"), "e", new Sequencer("1"), 10, NOW);
    private final DeliveryKey key = new DeliveryKey(new DeliveryId("demo", "d"), manifest.revision());
    private Optional<ArchivePolicy> policy = Optional.of(
            new ArchivePolicy("demo/", Set.of(ArchivePolicy.Part.values())));
    private final ArchiverHandler handler = new ArchiverHandler(
            Settings.read(Invoked.ENVIRONMENT, EnumSet.allOf(Setting.class)), this::catalog, deliveries,
            new ArchiverHandler.Storage(objects, objects, objects), InstantSource.fixed(NOW));

    private Catalog catalog() {
        return new Catalog("dev", List.of(new Dataset("demo", List.of("demo/"), List.of(ManifestFormat.TALLY),
                Optional.empty(), Optional.empty(), new Job.None(), policy, List.of())));
    }

    @BeforeEach
    void process() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < FILES; i++) {
            String version = objects.store(new FileRef("landing", "demo/f" + i), "content " + i)
                    .versionId()
                    .orElseThrow();
            lines.append(
                    """
                            {"path":"f%d","bucket":"landing","key":"demo/f%d","versionId":"%s","etag":"x","size":%d,"checksums":{}}
                            """
                            .formatted(i, i, version, ("content " + i).length()));
        }
        FileRef resolved = new FileRef("work", "resolved/r.jsonl");
        objects.store(resolved, lines.toString());
        FileRef outputs = new FileRef("work", "outputs/1.outputs.jsonl");
        objects.store(outputs, "");
        deliveries.create(Delivery.registered(key, manifest,
                new Contents(FILES, FILES, 1, "{}", Optional.empty(), true, Optional.empty(), Optional.empty()), NOW));
        apply(new Transition.Complete(1, new ResolvedManifest(resolved, FILES, List.of(0L, (long) lines.length()))));
        apply(new Transition.Finish(1, Optional.of(new Outputs(outputs, 0, 0))));
    }

    private void apply(Transition transition) {
        Delivery stored = deliveries.find(key).orElseThrow();
        deliveries.replace(stored, stored.apply(transition, NOW).orElseThrow());
    }

    private JsonObject invoke(String fields) {
        return Invoked.with(handler, "{\"dataset\": \"demo\", \"delivery\": \"d\", \"revision\": \"" + key.revision()
                + "\", \"attempt\": 1, " + fields + "}");
    }

    @Test
    @DisplayName("Planned, copied over several invocations, and sealed, as the machine does it")
    void archives() {
        JsonObject plan = invoke("\"action\": \"plan\"");
        assertThat(plan.flag("due")).contains(true);
        List<JsonObject> parts = plan.objects("parts");
        assertThat(parts).hasSize(1);

        List<JsonObject> answers = new ArrayList<>();
        String cursor = "null";
        do {
            answers.add(invoke("\"action\": \"copy\", \"part\": " + parts.getFirst() + ", \"cursor\": " + cursor));
            cursor = answers.getLast().object("cursor").map(JsonObject::toString).orElse("null");
        } while (answers.getLast().flag("done").equals(Optional.of(false)));
        assertThat(answers).as("the test's invocation has less time than the reserve").hasSize(3);

        JsonObject sealed = invoke("\"action\": \"seal\", \"parts\": " + parts);
        FileRef seal = FileRef.parse(sealed.needText("archive"));
        assertThat(seal).isEqualTo(new FileRef("archive", "demo/2026/11/30/d/" + key.revision() + "/delivery.json"));
        assertThat(JsonObject.parse(objects.text(seal)).objects("files")).hasSize(FILES);
    }

    @Test
    @DisplayName("EVT-08: a delivery that is archived already, or in another attempt, is not due")
    void isNotDueTwice() {
        apply(new Transition.Archive(1, "s3://archive/delivery.json"));

        assertThat(invoke("\"action\": \"plan\"").flag("due")).contains(false);
        assertThatThrownBy(() -> invoke("\"action\": \"seal\", \"parts\": []")).isInstanceOf(
                UnarchivableException.class);
    }

    @Test
    void tellsThatADatasetHasNoArchiveAnyMore() {
        policy = Optional.empty();

        assertThatThrownBy(() -> invoke("\"action\": \"plan\"")).isInstanceOf(UnarchivableException.class)
                .hasMessageContaining("has no archive any more");
    }

    @Test
    @DisplayName("A dataset decides what is archived")
    void keepsOnlyWhatThePolicySays() {
        policy = Optional.of(new ArchivePolicy("demo/", Set.of(ArchivePolicy.Part.OUTPUTS)));

        assertThat(invoke("\"action\": \"plan\"").objects("parts")).isEmpty();
        JsonObject sealed = invoke("\"action\": \"seal\", \"parts\": []");
        assertThat(JsonObject.parse(objects.text(FileRef.parse(sealed.needText("archive")))).objects("files"))
                .isEmpty();
    }
}
