package dev.tally.aws;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.S3Exception;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.storage.ColdObjectException;
import dev.tally.storage.ObjectGoneException;
import dev.tally.storage.ObjectVersion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What S3 answers now and then, and the emulator never. */
final class S3AnswersTest {
    private static final ObjectVersion OBJECT = new ObjectVersion(new FileRef("landing", "a b"), Optional.of("v.1_x"),
            Optional.of("e"));
    private static final FileRef COPY = new FileRef("archive", "a b");

    private final ScriptedHttp http = new ScriptedHttp();
    private final S3ObjectReader reader = new S3ObjectReader(http.clients().s3());
    private final S3ObjectCopier copier = new S3ObjectCopier(http.clients().s3());

    private static String error(String code) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>" + code
                + "</Code><Message>m</Message></Error>";
    }

    @Test
    @DisplayName("OBJ-07: a file in a cold storage class is told as such, and not asked for again")
    void coldObjects() {
        http.answer(403, error("InvalidObjectState"))
                .answer(403, error("InvalidObjectState"))
                .answer(403, error("ObjectNotInActiveTierError"));

        assertThatThrownBy(() -> reader.read(OBJECT, 0, 1)).isInstanceOf(ColdObjectException.class);
        assertThatThrownBy(() -> copier.copy(OBJECT, COPY, Optional.empty())).isInstanceOf(ColdObjectException.class);
        assertThatThrownBy(() -> copier.copyPart(OBJECT, COPY, "u", 1, 0, 10)).isInstanceOf(ColdObjectException.class);
        assertThat(http.requests()).hasSize(3);
    }

    @Test
    @DisplayName("OBJ-07: one that was restored still tells its cold class, and is read")
    void restoredObjects() {
        http.answer(200,
                Map.of("ETag", "\"e\"", "Content-Length", "1", "x-amz-storage-class", "GLACIER", "x-amz-restore",
                        "ongoing-request=\"false\", expiry-date=\"Fri, 23 Dec 2026 00:00:00 GMT\""),
                "");
        http.answer(206, Map.of("ETag", "\"e\"", "Content-Length", "1", "x-amz-storage-class", "GLACIER"), "x");

        assertThat(reader.head(OBJECT)).isPresent();
        assertThat(reader.read(OBJECT, 0, 1)).containsExactly('x');
    }

    @Test
    void objectsThatAreGone() {
        http.answer(404, error("NoSuchVersion")).answer(412, error("PreconditionFailed")).answer(405, "");

        assertThatThrownBy(() -> reader.read(OBJECT, 0, 1)).isInstanceOf(ObjectGoneException.class);
        assertThatThrownBy(() -> copier.copy(OBJECT, COPY, Optional.empty())).isInstanceOf(ObjectGoneException.class);
        assertThat(reader.head(OBJECT)).isEmpty();
    }

    @Test
    @DisplayName("A refusal is neither gone nor cold, and may not pass by itself; a server's error may")
    void otherFailures() {
        http.answer(403, error("AccessDenied"));
        for (int i = 0; i < 5; i++) {
            http.answer(503, error("SlowDown"));
        }

        assertThatThrownBy(() -> reader.read(OBJECT, 0, 1)).isInstanceOf(S3Exception.class)
                .satisfies(failure -> assertThat(AwsFailures.mayPass(failure)).isFalse());
        assertThatThrownBy(() -> reader.read(OBJECT, 0, 1)).satisfies(failure -> assertThat(AwsFailures.mayPass(
                new IllegalStateException("around it", failure))).isTrue());
    }

    @Test
    @DisplayName("Checksums of the whole count, those of parts do not, whether the type is told or only the hyphen")
    void checksums() {
        http.answer(200, Map.of("ETag", "\"e-2\"", "Content-Length", "7", "x-amz-checksum-crc64nvme", "AAAAAAAAAAE=",
                "x-amz-checksum-type", "FULL_OBJECT", "x-amz-version-id", "v"), "");
        http.answer(200, Map.of("ETag", "\"e-2\"", "Content-Length", "7", "x-amz-checksum-crc32", "AAAAAQ==-2",
                "x-amz-checksum-type", "COMPOSITE"), "");
        http.answer(200, Map.of("ETag", "\"e-2\"", "Content-Length", "7", "x-amz-checksum-crc32", "AAAAAQ==-2",
                "x-amz-version-id", "null"), "");

        assertThat(reader.head(OBJECT)).hasValueSatisfying(stored -> {
            assertThat(stored.checksums()).containsExactly(Checksum.parse(ChecksumAlgorithm.CRC64NVME,
                    "0000000000000001"));
            assertThat(stored.etag()).isEqualTo("e-2");
            assertThat(stored.versionId()).contains("v");
        });
        assertThat(reader.head(OBJECT).orElseThrow().checksums()).isEmpty();
        assertThat(reader.head(OBJECT)).hasValueSatisfying(stored -> {
            assertThat(stored.checksums()).isEmpty();
            assertThat(stored.versionId()).isEmpty();
        });
    }

    @Test
    @DisplayName("SUM-09: a copy that says 200 and then fails has failed")
    void copiesThatFailLate() {
        for (int i = 0; i < 5; i++) {
            http.answer(200, error("InternalError"));
        }

        assertThatThrownBy(() -> copier.copy(OBJECT, COPY, Optional.empty())).isInstanceOf(S3Exception.class);
    }

    @Test
    @DisplayName("KEY-08, OBJ-01: a copy names its source's version, encoded once")
    void namesTheSource() {
        http.answer(200, "<CopyObjectResult><ETag>\"e\"</ETag></CopyObjectResult>");
        copier.copy(OBJECT, COPY, Optional.of(ChecksumAlgorithm.SHA256));

        assertThat(http.requests().getFirst().headers()).containsEntry("x-amz-copy-source",
                List.of("landing/a%20b?versionId=v.1_x"));
        assertThat(http.requests().getFirst().headers()).containsEntry("x-amz-copy-source-if-match",
                List.of("\"e\""));
        assertThat(http.requests().getFirst().headers()).containsEntry("x-amz-checksum-algorithm",
                List.of("SHA256"));
    }
}
