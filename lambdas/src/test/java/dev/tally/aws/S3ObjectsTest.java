package dev.tally.aws;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.storage.FakeObjects;
import dev.tally.storage.InParallel;
import dev.tally.storage.ObjectGoneException;
import dev.tally.storage.ObjectLister.Listed;
import dev.tally.storage.ObjectVersion;
import dev.tally.storage.ObjectWriter;
import dev.tally.storage.StoredObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Reading, writing and copying on the emulated S3. */
final class S3ObjectsTest {
    private static final byte[] CONTENT = "the content".getBytes(StandardCharsets.UTF_8);
    private static final int PIECE = 5 << 20;

    private static S3Client s3;
    private static String bucket;
    private static String plainBucket;

    private final S3ObjectReader reader = new S3ObjectReader(s3);
    private final S3ObjectWriter writer = new S3ObjectWriter(s3, PIECE);
    private final S3ObjectCopier copier = new S3ObjectCopier(s3);

    @BeforeAll
    static void buckets() {
        s3 = EmulatedAws.clients().s3();
        bucket = EmulatedAws.createBucket(true);
        plainBucket = EmulatedAws.createBucket(false);
    }

    private static ObjectVersion put(FileRef file, byte[] content) {
        PutObjectResponse put = s3.putObject(r -> r.bucket(file.bucket()).key(file.key()),
                RequestBody.fromBytes(content));
        return new ObjectVersion(file, Optional.ofNullable(put.versionId()), Optional.of(Etags.bare(put.eTag())));
    }

    private String text(FileRef file) {
        StoredObject stored = reader.head(ObjectVersion.only(file)).orElseThrow();
        return new String(reader.read(ObjectVersion.only(file), 0, (int) stored.size()), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("OBJ-01: a version is read, whatever came after it, by ranges too")
    void readsVersions() {
        FileRef file = new FileRef(bucket, "versions");
        ObjectVersion first = put(file, CONTENT);
        put(file, "something longer than that".getBytes(StandardCharsets.UTF_8));

        assertThat(reader.head(first).orElseThrow().size()).isEqualTo(CONTENT.length);
        assertThat(reader.read(first, 4, 7)).asString().isEqualTo("content");
    }

    @Test
    @DisplayName("OBJ-01: without versions, another content than the one that is meant is gone")
    void knowsContentsByTheirEtags() {
        FileRef file = new FileRef(plainBucket, "etags");
        ObjectVersion first = put(file, CONTENT);
        assertThat(reader.read(first, 0, 3)).asString().isEqualTo("the");
        put(file, "other".getBytes(StandardCharsets.UTF_8));

        assertThat(reader.head(first)).isEmpty();
        assertThatThrownBy(() -> reader.read(first, 0, 3)).isInstanceOf(ObjectGoneException.class);
        assertThatThrownBy(() -> copier.copy(first, new FileRef(bucket, "copy of etags"), Optional.empty()))
                .isInstanceOf(ObjectGoneException.class);
    }

    @Test
    void whatIsNotThereIsGone() {
        ObjectVersion missing = ObjectVersion.only(new FileRef(bucket, "missing"));

        assertThat(reader.head(missing)).isEmpty();
        assertThatThrownBy(() -> reader.read(missing, 0, 1)).isInstanceOf(ObjectGoneException.class);
    }

    @Test
    @DisplayName("OBJ-03: a file behind a delete marker is gone, its versions are not")
    void knowsDeleteMarkers() {
        FileRef file = new FileRef(bucket, "deleted");
        ObjectVersion version = put(file, CONTENT);
        String marker = s3.deleteObject(r -> r.bucket(bucket).key("deleted")).versionId();

        assertThat(reader.head(ObjectVersion.only(file))).isEmpty();
        assertThat(reader.head(new ObjectVersion(file, Optional.of(marker), Optional.empty()))).isEmpty();
        assertThat(reader.read(version, 0, 3)).asString().isEqualTo("the");
    }

    @ParameterizedTest
    @EnumSource(names = {"SHA256", "SHA1", "CRC32"})
    void tellsStoredChecksums(ChecksumAlgorithm algorithm) {
        FileRef file = new FileRef(bucket, "checksums/" + algorithm);
        s3.putObject(r -> r.bucket(bucket).key(file.key()).checksumAlgorithm(algorithm.name()),
                RequestBody.fromBytes(CONTENT));

        assertThat(reader.head(ObjectVersion.only(file)).orElseThrow().checksums())
                .isEqualTo(FakeObjects.checksums(CONTENT, Set.of(algorithm)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b+c%2B.csv", "/leading", "a//b", "a/./b", "a/../b", "..", "%2e%2e/x", "é", "e\u0301",
        "quote'\"<&>", "ü/日本 \uD83D\uDE00",
        "trailing ", "~!*()=$,;:@?#[]{}|\\^`"})
    @DisplayName("KEY-03, KEY-08, KEY-11: keys are literal, whatever is in them")
    void keysAreLiteral(String key) {
        ObjectVersion source = put(new FileRef(bucket, "odd/" + key), CONTENT);
        FileRef copy = new FileRef(bucket, "copy/" + key);
        copier.copy(source, copy, Optional.of(ChecksumAlgorithm.SHA256));
        List<Listed> listed = new ArrayList<>();
        reader.list(bucket, "copy/" + key, listed::add);

        assertThat(text(copy)).isEqualTo("the content");
        assertThat(listed).extracting(Listed::file).containsExactly(copy);
        assertThat(reader.head(ObjectVersion.only(copy)).orElseThrow().checksums())
                .containsAll(FakeObjects.checksums(CONTENT, EnumSet.of(ChecksumAlgorithm.SHA256)));
    }

    @Test
    @DisplayName("KEY-09: a control character in one key does not break a listing")
    void listsKeysThatXmlCannotHold() {
        put(new FileRef(bucket, "control/a\u0001b"), CONTENT);
        put(new FileRef(bucket, "control/ok"), CONTENT);
        List<String> keys = new ArrayList<>();
        reader.list(bucket, "control/", object -> keys.add(object.file().key()));

        assertThat(keys).containsExactly("control/a\u0001b", "control/ok");
    }

    @Test
    void listsMoreThanAPage() {
        List<FileRef> many = IntStream.range(0, 1001).mapToObj(i -> new FileRef(plainBucket, "many/" + i)).toList();
        InParallel.map(many, 16, file -> put(file, new byte[0]));
        List<Listed> listed = new ArrayList<>();
        reader.list(plainBucket, "many/", listed::add);

        assertThat(listed).hasSize(1001);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PIECE, PIECE + 1, (2 * PIECE) + 3})
    void writesObjectsOfAnySize(int size) throws IOException {
        FileRef file = new FileRef(bucket, "written/" + size + ".jsonl");
        byte[] content = new byte[size];
        Arrays.fill(content, (byte) 'x');
        try (ObjectWriter.Upload upload = writer.begin(file, Optional.empty())) {
            for (int at = 0; at < size; at += 100_000) {
                upload.write(content, at, Math.min(100_000, size - at));
            }
            upload.commit();
        }

        assertThat(text(file)).isEqualTo("x".repeat(size));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, PIECE + 1})
    @DisplayName("An object is written where none is, or in the place of the one that is meant")
    void doesNotOverwriteByAccident(int size) throws IOException {
        FileRef file = new FileRef(bucket, "guarded/" + size);
        byte[] content = new byte[size];
        write(file, Optional.empty(), content);
        String etag = reader.head(ObjectVersion.only(file)).orElseThrow().etag();

        assertThatThrownBy(() -> write(file, Optional.empty(), content)).isInstanceOf(
                ObjectWriter.OccupiedException.class);
        assertThatThrownBy(() -> write(file, Optional.of("0123"), content)).isInstanceOf(
                ObjectWriter.OccupiedException.class);
        write(file, Optional.of(etag), CONTENT);
        assertThat(text(file)).isEqualTo("the content");
    }

    private void write(FileRef file, Optional<String> replaces, byte[] content) throws IOException {
        try (ObjectWriter.Upload upload = writer.begin(file, replaces)) {
            upload.write(content);
            upload.commit();
        }
    }

    @Test
    void leavesNothingBehindOfWhatWasNotCommitted() throws IOException {
        FileRef file = new FileRef(bucket, "given up");
        try (ObjectWriter.Upload upload = writer.begin(file, Optional.empty())) {
            upload.write(new byte[PIECE + 1]);
        }

        assertThat(reader.head(ObjectVersion.only(file))).isEmpty();
        assertThat(s3.listMultipartUploads(r -> r.bucket(bucket)).uploads()).noneMatch(u -> u.key().equals("given up"));
    }

    @Test
    @DisplayName("OBJ-06: a copy by parts has all bytes of the version, and its metadata")
    void copiesByParts() {
        byte[] content = new byte[PIECE + 10];
        content[PIECE] = 'x';
        FileRef source = new FileRef(bucket, "large é");
        String version = s3.putObject(r -> r.bucket(bucket)
                .key(source.key())
                .contentType("image/fits")
                .metadata(Map.of("instrument", "mag")), RequestBody.fromBytes(content)).versionId();
        ObjectVersion large = new ObjectVersion(source, Optional.of(version), Optional.empty());
        put(source, CONTENT);
        FileRef copy = new FileRef(bucket, "copy of large é");
        String upload = copier.begin(large, copy, ChecksumAlgorithm.CRC32);
        Map<Integer, String> parts = new TreeMap<>();
        parts.put(1, copier.copyPart(large, copy, upload, 1, 0, PIECE));
        assertThat(copier.parts(copy, upload))
                .hasValueSatisfying(found -> assertThat(found.keySet()).containsExactly(1));
        parts.put(2, copier.copyPart(large, copy, upload, 2, PIECE, PIECE + 10));
        copier.complete(copy, upload, parts);

        assertThat(text(copy)).isEqualTo(new String(content, StandardCharsets.UTF_8));
        assertThat(s3.headObject(r -> r.bucket(bucket).key(copy.key()))).satisfies(head -> {
            assertThat(head.contentType()).isEqualTo("image/fits");
            assertThat(head.metadata()).containsEntry("instrument", "mag");
        });
        assertThat(copier.parts(copy, upload)).isEmpty();
    }

    @Test
    @DisplayName("A multipart upload's digest of digests is not taken for the file's digest")
    void knowsCompositeChecksums() {
        FileRef file = new FileRef(bucket, "composite");
        String upload = s3.createMultipartUpload(r -> r.bucket(bucket).key(file.key()).checksumAlgorithm("SHA256"))
                .uploadId();
        var part = s3.uploadPart(r -> r.bucket(bucket)
                .key(file.key())
                .uploadId(upload)
                .partNumber(1)
                .checksumAlgorithm("SHA256"), RequestBody.fromBytes(CONTENT));
        s3.completeMultipartUpload(r -> r.bucket(bucket)
                .key(file.key())
                .uploadId(upload)
                .multipartUpload(u -> u.parts(CompletedPart.builder()
                        .partNumber(1)
                        .eTag(part.eTag())
                        .checksumSHA256(part.checksumSHA256())
                        .build())));

        List<Checksum> checksums = reader.head(ObjectVersion.only(file)).orElseThrow().checksums();
        assertThat(checksums).noneMatch(checksum -> checksum.algorithm() == ChecksumAlgorithm.SHA256);
    }
}
