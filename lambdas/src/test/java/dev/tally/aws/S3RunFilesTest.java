package dev.tally.aws;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

import dev.tally.completeness.RunFiles;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;
import dev.tally.json.JsonObject;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;

final class S3RunFilesTest {
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");
    private static final AwsClients CLIENTS = EmulatedAws.clients();
    private static String versioned;
    private static String plain;
    private static String work;

    @BeforeAll
    static void createBuckets() {
        versioned = EmulatedAws.createBucket(true);
        plain = EmulatedAws.createBucket(false);
        work = EmulatedAws.createBucket(false);
    }

    private static FileEvent.Created put(String bucket, String key, String content) {
        PutObjectResponse answer = CLIENTS.s3()
                .putObject(put -> put.bucket(bucket).key(key), RequestBody.fromString(content));
        return new FileEvent.Created(new FileRef(bucket, key), new Sequencer("1"), AT,
                content.getBytes(StandardCharsets.UTF_8).length, answer.eTag(),
                Optional.ofNullable(answer.versionId()));
    }

    private static FileEvent.Created untold(FileEvent.Created file) {
        return new FileEvent.Created(file.file(), file.sequencer(), file.at(), file.size(), file.etag(),
                Optional.empty());
    }

    @Test
    @DisplayName("OBJ-01, SUM-02: what still has the etag is pinned, what was written again or deleted is left out")
    void pins() {
        FileEvent.Created same = put(versioned, "a b+c%2F/é", "same");
        FileEvent.Created changed = put(versioned, "changed", "old");
        put(versioned, "changed", "new");
        FileEvent.Created gone = put(versioned, "gone", "gone");
        CLIENTS.s3().deleteObject(delete -> delete.bucket(versioned).key("gone"));
        FileEvent.Created unversioned = put(plain, "plain", "plain");
        Map<FileRef, FileEvent.Created> pinned = new S3RunFiles(CLIENTS, work)
                .pin(List.of(untold(same), untold(changed), untold(gone), unversioned));
        assertThat(pinned).isEqualTo(Map.of(same.file(), same, unversioned.file(), unversioned));
        assertThat(same.versionId()).isPresent();
    }

    @Test
    void pinsManyAtOnce() {
        List<FileEvent.Created> files = IntStream.range(0, 40)
                .mapToObj(i -> untold(put(versioned, "many/" + i, "content " + i)))
                .toList();
        assertThat(new S3RunFiles(CLIENTS, work).pin(files)).hasSize(40)
                .allSatisfy((file, pinned) -> assertThat(pinned.versionId()).isPresent());
    }

    private static Member member(String path, FileRef file) {
        return new Member(path, file, new Fixity(OptionalLong.of(4),
                List.of(Checksum.parse(ChecksumAlgorithm.CRC32, "0000ABCD"))), Optional.of("science"), true);
    }

    private static String content(FileRef file) {
        return CLIENTS.s3().getObjectAsBytes(get -> get.bucket(file.bucket()).key(file.key())).asUtf8String();
    }

    @Test
    void writesOneLineForEachMemberAndTellsWhereThePartsBegin() {
        FileRef file = new FileRef("landing", "demo/é\"1");
        FileEvent.Created version = new FileEvent.Created(file, new Sequencer("1"), AT, 4, "e", Optional.of("v1"));
        FileRef other = FileRef.ofDelivery("demo", "a/b");
        FileEvent.Created result = new FileEvent.Created(other, new Sequencer("1"), AT, 0, "0123456789ab.3",
                Optional.empty());
        try (RunFiles.ResolvedManifestWriter writer = new S3RunFiles(CLIENTS, work).write(
                SampleDeliveries.waiting("lines"))) {
            writer.add(member("é\"1", file), version);
            writer.endPart();
            writer.endPart();
            writer.add(new Member("delivery:demo/a/b", other, Fixity.NONE, Optional.empty(), false), result);
            writer.endPart();
            ResolvedManifest resolved = writer.commit();
            String text = content(resolved.file());
            assertThat(text).isEqualTo("{\"path\":\"é\\\"1\",\"bucket\":\"landing\",\"key\":\"demo/é\\\"1\","
                    + "\"versionId\":\"v1\",\"etag\":\"e\",\"size\":4,\"checksums\":{\"crc32\":\"0000abcd\"},"
                    + "\"role\":\"science\",\"required\":true}\n"
                    + "{\"path\":\"delivery:demo/a/b\",\"delivery\":\"demo/a/b\",\"revision\":\"0123456789ab\","
                    + "\"attempt\":3,\"required\":false}\n");
            assertThat(resolved.members()).isEqualTo(2);
            long first = text.substring(0, text.indexOf('\n') + 1).getBytes(StandardCharsets.UTF_8).length;
            assertThat(resolved.offsets()).containsExactly(0L, first, first,
                    (long) text.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    private static ResolvedManifest write(Delivery delivery, int members, int partSize) {
        try (ResolvedManifestUpload writer = new ResolvedManifestUpload(CLIENTS.s3(), new WorkFiles(work), delivery,
                partSize)) {
            for (int i = 0; i < members; i++) {
                FileRef file = new FileRef("landing", "demo/" + i);
                writer.add(member(String.valueOf(i), file),
                        new FileEvent.Created(file, new Sequencer("1"), AT, i, "e" + i,
                                Optional.empty()));
                if (i % 1_000 == 999 || i == members - 1) {
                    writer.endPart();
                }
            }
            return writer.commit();
        }
    }

    @Test
    void twoThatDecideAtOnceWriteTheSameOrToOtherPlaces() {
        Delivery delivery = SampleDeliveries.waiting("twice");
        assertThat(write(delivery, 10, 1_000_000)).isEqualTo(write(delivery, 10, 1_000_000));
        assertThat(write(delivery, 11, 1_000_000).file()).isNotEqualTo(write(delivery, 10, 1_000_000).file());
        assertThat(write(delivery, 60_000, 5 * 1024 * 1024).file())
                .isNotEqualTo(write(delivery, 60_000, 5 * 1024 * 1024).file());
    }

    @Test
    void aLargeOneIsUploadedInPartsAndIsWhole() {
        ResolvedManifest resolved = write(SampleDeliveries.waiting("large"), 60_000, 5 * 1024 * 1024);
        List<String> lines = content(resolved.file()).lines().toList();
        assertThat(lines).hasSize(60_000);
        assertThat(JsonObject.parse(lines.getLast()).needText("etag")).isEqualTo("e59999");
        assertThat(resolved.offsets()).hasSize(61);
        String part = CLIENTS.s3()
                .getObjectAsBytes(get -> get.bucket(work)
                        .key(resolved.file().key())
                        .range("bytes=" + resolved.offsets().get(59) + "-" + (resolved.offsets().get(60) - 1)))
                .asUtf8String();
        assertThat(part.lines().toList()).isEqualTo(lines.subList(59_000, 60_000));
    }

    @Test
    void nothingIsLeftBehindOfOneThatWasGivenUp() {
        try (ResolvedManifestUpload writer = new ResolvedManifestUpload(CLIENTS.s3(), new WorkFiles(work),
                SampleDeliveries.waiting("given-up"), 1_000)) {
            FileRef file = new FileRef("landing", "k".repeat(1_000));
            writer.add(member("p", file), new FileEvent.Created(file, new Sequencer("1"), AT, 1, "e",
                    Optional.empty()));
        }
        assertThat(CLIENTS.s3().listMultipartUploads(list -> list.bucket(work)).uploads()).isEmpty();
        assertThat(CLIENTS.s3().listObjectsV2(list -> list.bucket(work).prefix("resolved/demo/given-up/")).contents())
                .isEmpty();
    }

    @Test
    @DisplayName("OBJ-08: an empty file is pinned as any other")
    void emptyFile() {
        FileEvent.Created empty = put(versioned, "empty.csv", "");
        assertThat(new S3RunFiles(CLIENTS, work).pin(List.of(untold(empty)))).containsValue(empty);
    }
}
