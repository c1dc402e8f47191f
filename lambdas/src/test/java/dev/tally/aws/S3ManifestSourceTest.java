package dev.tally.aws;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

import dev.tally.completeness.ManifestGoneException;
import dev.tally.completeness.ManifestSource;
import dev.tally.dataset.Datasets;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Sha256;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestRejectedException;
import dev.tally.manifest.ManifestVersion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class S3ManifestSourceTest {
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");
    private static final String MANIFEST = "{\"tallyManifest\":1,\"members\":[{\"path\":\"a.csv\"},{\"path\":\"b.csv\"}]}";
    private static String versioned;
    private static String plain;

    private final List<String> paths = new ArrayList<>();

    @BeforeAll
    static void createBuckets() {
        versioned = EmulatedAws.createBucket(true);
        plain = EmulatedAws.createBucket(false);
    }

    private ManifestHeader read(ManifestVersion manifest) {
        return text(manifest).header();
    }

    private ManifestSource.Text text(ManifestVersion manifest) {
        return new S3ManifestSource(EmulatedAws.clients(), manifest.file().bucket(), () -> Datasets.catalog("demo"))
                .read(manifest, member -> paths.add(member.path()));
    }

    private static ManifestVersion put(String bucket, String key, byte[] content, @Nullable String encoding) {
        PutObjectResponse answer = EmulatedAws.clients()
                .s3()
                .putObject(put -> put.bucket(bucket).key(key).contentEncoding(encoding),
                        RequestBody.fromBytes(content));
        return new ManifestVersion(new FileRef(bucket, key), Optional.ofNullable(answer.versionId()),
                answer.eTag().replace("\"", ""), new Sequencer("1"), content.length, AT);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(bytes(text));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    @Test
    @DisplayName("OBJ-01: the version that was announced is read, though another came since")
    void announcedVersion() {
        ManifestVersion first = put(versioned, "demo/one.manifest.json", bytes(MANIFEST), null);
        put(versioned, "demo/one.manifest.json", bytes("{}"), null);
        assertThat(read(first).delivery()).hasToString("demo/one");
        assertThat(paths).containsExactly("a.csv", "b.csv");
    }

    @Test
    @DisplayName("OBJ-01: without versions, a manifest that was written again or deleted is gone")
    void gone() {
        ManifestVersion rewritten = put(plain, "demo/rewritten.manifest.json", bytes(MANIFEST), null);
        put(plain, "demo/rewritten.manifest.json", bytes(MANIFEST + " "), null);
        assertThatThrownBy(() -> read(rewritten)).isInstanceOf(ManifestGoneException.class);
        ManifestVersion deleted = put(plain, "demo/deleted.manifest.json", bytes(MANIFEST), null);
        EmulatedAws.clients().s3().deleteObject(delete -> delete.bucket(plain).key("demo/deleted.manifest.json"));
        assertThatThrownBy(() -> read(deleted)).isInstanceOf(ManifestGoneException.class);
        ManifestVersion same = put(plain, "demo/same.manifest.json", bytes(MANIFEST), null);
        assertThat(read(same).delivery()).hasToString("demo/same");
    }

    @Test
    @DisplayName("SUM-08: compressed manifests are read with or without a header, and a header that lies is told")
    void compressed() {
        read(put(plain, "demo/header.manifest.json", gzip(MANIFEST), "gzip"));
        read(put(plain, "demo/bare.manifest.json", gzip(MANIFEST), null));
        assertThat(paths).hasSize(4);
        ManifestVersion lie = put(plain, "demo/lie.manifest.json", bytes(MANIFEST), "gzip");
        assertThatThrownBy(() -> read(lie)).isInstanceOf(ManifestRejectedException.class).hasMessageContaining("gzip");
    }

    @Test
    @DisplayName("MAN-15: the digest is of the bytes as they are stored, to the last one")
    void digest() {
        for (byte[] content : List.of(bytes(MANIFEST), gzip(MANIFEST), bytes(MANIFEST + " ".repeat(100_000) + '\n'))) {
            assertThat(text(put(versioned, "demo/digest.manifest.json", content, null)).digest().hex())
                    .isEqualTo(Sha256.hex(content));
        }
    }

    @Test
    void aFaultyOneIsRejectedAndItsConnectionIsUsedAgain() {
        ManifestVersion faulty = put(plain, "demo/faulty.manifest.json", bytes("{\"tallyManifest\":2}"
                + " ".repeat(1_000_000)), null);
        for (int i = 0; i < 60; i++) {
            assertThatThrownBy(() -> read(faulty)).isInstanceOf(ManifestRejectedException.class);
        }
    }

    @Test
    void whatBelongsToNoDatasetIsToldAsSuch() {
        ManifestVersion stranger = put(plain, "other/x.manifest.json", bytes(MANIFEST), null);
        assertThatThrownBy(() -> read(stranger)).isInstanceOf(UnknownDatasetException.class);
    }
}
