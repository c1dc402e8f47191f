package dev.tally.lambda.archiver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.core.JsonGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tally.aws.WorkFiles;
import dev.tally.dataset.ArchivePolicy;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.json.JsonObject;
import dev.tally.manifest.ManifestVersion;
import dev.tally.storage.Budgets;
import dev.tally.storage.Entry;
import dev.tally.storage.FakeObjects;
import dev.tally.storage.Hashing;
import dev.tally.storage.ObjectVersion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Planning, copying and sealing together. */
final class ArchivingTest {
    private static final Instant REGISTERED = Instant.parse("2026-11-30T12:00:00Z");
    private static final FileRef RESOLVED = new FileRef("work", "resolved/r.jsonl");
    private static final FileRef OUTPUTS = new FileRef("work", "outputs/1.outputs.jsonl");
    private static final ArchivePolicy ALL = new ArchivePolicy("demo/", Set.of(ArchivePolicy.Part.values()));
    private static final int PIECE = 10;
    private static final int LARGE = 40;
    private static final int MOST_INVOCATIONS = 500;

    private final FakeObjects objects = new FakeObjects();
    private final FileCopy copies = new FileCopy(objects, objects, new Hashing(objects, PIECE), LARGE, 5);
    private final PartArchiver archiver = new PartArchiver(objects, copies);
    private final Planner planner = new Planner(objects, 2000);
    private final WorkFiles work = new WorkFiles("work");
    private final InstantSource clock = InstantSource.fixed(REGISTERED.plusSeconds(600));
    private final Sealer sealer = new Sealer(objects, objects, clock);

    private Delivery delivery;
    private Layout layout;

    /** 100 members of every size, the first result of another delivery among them, and 30 outputs. */
    @BeforeEach
    void process() {
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        List<Long> offsets = new ArrayList<>(List.of(0L));
        members.writeBytes("""
                {"path":"delivery:calib/c","delivery":"calib/c","revision":"ba9876543210","attempt":3,"required":true}
                """.getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < 100; i++) {
            line(member(i), members);
            if (i % 40 == 39) {
                offsets.add((long) members.size());
            }
        }
        offsets.add((long) members.size());
        objects.store(RESOLVED, members.toByteArray());
        ByteArrayOutputStream outputs = new ByteArrayOutputStream();
        for (int i = 0; i < 30; i++) {
            Entry.File stored = objects.store(new FileRef("work", "outputs/1/plot " + i + ".png"), "pixels " + i);
            line(new Entry.File("plot " + i + ".png", stored.file(), stored.versionId(), stored.etag(), stored.size(),
                    List.of(), Optional.empty()), outputs);
        }
        objects.store(OUTPUTS, outputs.toByteArray());
        ManifestVersion manifest = new ManifestVersion(new FileRef("landing", "demo/d.manifest.json"), Optional.of("v"),
                "e", new Sequencer("1"), 10, REGISTERED);
        DeliveryKey key = new DeliveryKey(new DeliveryId("demo", "d"), manifest.revision());
        delivery = Delivery.registered(key, manifest,
                new Contents(101, 101, 1, "{\"mode\":\"burst\"}", Optional.empty(), true, Optional.empty(),
                        Optional.empty()),
                REGISTERED);
        delivery = delivery.apply(new Transition.Complete(1, new ResolvedManifest(RESOLVED, 101, offsets)), REGISTERED)
                .orElseThrow();
        delivery = delivery.apply(new Transition.Finish(1, Optional.of(new Outputs(OUTPUTS, 30, 260))), REGISTERED)
                .orElseThrow();
        layout = Layout.of("archive", "demo/", key, REGISTERED);
    }

    private Entry.File member(int i) {
        String content = "c".repeat(i);
        Entry.File stored = objects.store(new FileRef("landing", "demo/f" + i), content);
        ChecksumAlgorithm algorithm = i % 2 == 0 ? ChecksumAlgorithm.SHA256 : ChecksumAlgorithm.MD5;
        return new Entry.File("f" + i, stored.file(), stored.versionId(), stored.etag(), stored.size(),
                FakeObjects.checksums(content.getBytes(StandardCharsets.UTF_8), Set.of(algorithm)), Optional.empty());
    }

    private static void line(Entry.File file, ByteArrayOutputStream lines) {
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(lines)) {
            file.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        lines.write('\n');
    }

    private List<Part> copyAll(int patience) {
        List<Part> parts = planner.plan(delivery, ALL);
        for (Part part : parts) {
            Optional<Cursor> cursor = Optional.of(Cursor.at(part.from()));
            for (int invocations = 0; cursor.isPresent(); invocations++) {
                assertThat(invocations).isLessThan(MOST_INVOCATIONS);
                cursor = copy(part, cursor.get(), patience);
            }
        }
        return parts;
    }

    /** As the handler does it. */
    private Optional<Cursor> copy(Part part, Cursor from, int patience) {
        ReceiptWriter receipt = new ReceiptWriter(layout);
        FileRef list = part.source() == ArchivePolicy.Part.MEMBERS ? RESOLVED : OUTPUTS;
        Optional<Cursor> next = archiver.copy(ObjectVersion.only(list), part, from, layout, receipt,
                Budgets.asked(patience)).cursor();
        long offset = next.map(Cursor::offset).orElse(part.to());
        if (offset > from.offset()) {
            objects.put(work.receipt(delivery.key(), 1, part.index(), from.offset()), receipt.end(offset));
        }
        return next.map(ArchivingTest::sent);
    }

    /** As it comes back from the state machine. */
    private static Cursor sent(Cursor cursor) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(text)) {
            cursor.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Cursor.read(JsonObject.parse(text.toString(StandardCharsets.UTF_8)));
    }

    private JsonObject seal() {
        return JsonObject.parse(objects.text(layout.seal()));
    }

    @Test
    @DisplayName("Parts are the ranges of the resolved manifest, and cuts of the list of outputs")
    void plansPartsOfBothLists() {
        List<Part> parts = planner.plan(delivery, ALL);

        assertThat(parts).extracting(Part::source)
                .containsSubsequence(ArchivePolicy.Part.MEMBERS, ArchivePolicy.Part.OUTPUTS);
        assertThat(parts.stream().filter(part -> part.source() == ArchivePolicy.Part.MEMBERS)).hasSize(3);
        assertThat(parts.stream().filter(part -> part.source() == ArchivePolicy.Part.OUTPUTS)).hasSize(3);
        for (int i = 0; i < parts.size(); i++) {
            assertThat(parts.get(i).index()).isEqualTo(i);
            boolean first = i == 0 || parts.get(i - 1).source() != parts.get(i).source();
            assertThat(parts.get(i).from()).isEqualTo(first ? 0 : parts.get(i - 1).to());
        }
        assertThat(planner.plan(delivery, new ArchivePolicy("demo/", Set.of(ArchivePolicy.Part.OUTPUTS)))).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2", "5", "1000"})
    @DisplayName("However little time there is: every file is copied, compared, and listed once")
    void archivesAllOfIt(int patience) {
        List<Part> parts = copyAll(patience);
        sealer.seal(delivery, parts, layout, work);

        List<JsonObject> files = seal().objects("files");
        Set<String> paths = new HashSet<>();
        for (JsonObject file : files) {
            assertThat(paths.add(file.needText("path"))).isTrue();
            if (!file.needText("kind").equals("delivery")) {
                FileRef copy = new FileRef("archive", layout.folder() + file.needText("file"));
                FileRef source = new FileRef(file.needText("source", "bucket"), file.needText("source", "key"));
                assertThat(objects.text(copy)).isEqualTo(objects.text(source));
                assertThat(file.needNumber("size")).isEqualTo(objects.text(copy).length());
                assertThat(file.needText("source", "versionId")).startsWith("v");
            }
        }
        assertThat(files).hasSize(131);
        assertThat(files).filteredOn(file -> file.needText("kind").equals("member")).hasSize(100);
        assertThat(files).filteredOn(file -> file.needText("kind").equals("output"))
                .allSatisfy(file -> assertThat(file.needText("comparedBy")).isEqualTo("size"));
        assertThat(objects.calls("begin ")).isEqualTo(59);
    }

    @Test
    void theSealTellsWhatItIs() {
        sealer.seal(delivery, copyAll(1000), layout, work);
        JsonObject seal = seal();

        assertThat(seal.needNumber("tallyArchive")).isOne();
        assertThat(seal.needText("dataset")).isEqualTo("demo");
        assertThat(seal.needText("delivery")).isEqualTo("d");
        assertThat(seal.needText("revision")).isEqualTo(delivery.key().revision());
        assertThat(seal.needNumber("attempt")).isOne();
        assertThat(seal.needText("registeredAt")).isEqualTo("2026-11-30T12:00:00Z");
        assertThat(seal.needText("sealedAt")).isEqualTo("2026-11-30T12:10:00Z");
        assertThat(seal.objects("history")).extracting(passage -> passage.needText("status"))
                .containsExactly("WAITING", "COMPLETE", "PROCESSED");
        assertThat(seal.needText("manifest", "key")).isEqualTo("demo/d.manifest.json");
        assertThat(seal.needText("parameters", "mode")).isEqualTo("burst");
        JsonObject result = seal.objects("files").getFirst();
        assertThat(result.needText("delivery")).isEqualTo("calib/c");
        assertThat(result.needNumber("attempt")).isEqualTo(3);
    }

    @Test
    @DisplayName("What a dead invocation left behind is not listed")
    void ignoresReceiptsBesideTheChain() {
        Part part = planner.plan(delivery, ALL).getFirst();
        objects.put(work.receipt(delivery.key(), 1, part.index(), 77), "{\"path\":\"stray\"}\n{\"next\":99}\n".getBytes(
                StandardCharsets.UTF_8));
        sealer.seal(delivery, copyAll(1), layout, work);

        assertThat(seal().objects("files")).extracting(file -> file.needText("path")).doesNotContain("stray");
    }

    @Test
    @DisplayName("Sealing needs all receipts")
    void doesNotSealWhatWasNotCopied() {
        List<Part> parts = planner.plan(delivery, ALL);

        assertThatThrownBy(() -> sealer.seal(delivery, parts, layout, work)).hasMessageContaining("not all was copied");
        assertThat(objects.exists(layout.seal())).isFalse();
    }

    @Test
    @DisplayName("A seal is written once an attempt; a later attempt's takes its place, an earlier one's does not")
    void sealsOnce() {
        List<Part> parts = copyAll(1000);
        sealer.seal(delivery, parts, layout, work);
        sealer.seal(delivery, parts, layout, work);
        assertThat(objects.versions(layout.seal())).isOne();

        String later = objects.text(layout.seal()).replace("\"attempt\":1,\"registered", "\"attempt\":2,\"registered");
        objects.store(layout.seal(), later);
        assertThatThrownBy(() -> sealer.seal(delivery, parts, layout, work)).isInstanceOf(UnarchivableException.class)
                .hasMessageContaining("Attempt 2");

        objects.store(layout.seal(), later.replace("\"attempt\":2", "\"attempt\":0"));
        sealer.seal(delivery, parts, layout, work);
        assertThat(seal().needNumber("attempt")).isOne();
    }

    @Test
    @DisplayName("Another object in the seal's place is not overwritten")
    void doesNotOverwriteSomethingElse() {
        List<Part> parts = copyAll(1000);
        objects.store(layout.seal(), "not a seal");

        assertThatThrownBy(() -> sealer.seal(delivery, parts, layout, work)).isInstanceOf(UnarchivableException.class);
        assertThat(objects.text(layout.seal())).isEqualTo("not a seal");
    }

    @Test
    @DisplayName("Archiving once more copies nothing but what cannot be compared")
    void isQuickTheSecondTime() {
        copyAll(1000);
        long copied = objects.calls("copy ");
        copyAll(1000);

        assertThat(objects.calls("copy ") - copied).isEqualTo(30);
    }
}
