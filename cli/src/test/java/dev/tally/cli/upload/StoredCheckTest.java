package dev.tally.cli.upload;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class StoredCheckTest {
    private static final byte[] BODY = "hello\n".getBytes(StandardCharsets.UTF_8);
    private static final String SHA256 = "WJG1tSLV3whtD/CxEPvZ0hu0/HFjrzTQgoai6Eb2vgM=";

    @Test
    void claimsOnlyWhatWasCompared_SUM_04() {
        assertThat(StoredCheck.compare(head(6).checksumSHA256(SHA256).build(), whole(), List.of()))
                .containsExactly("size", "sha256");
        assertThat(StoredCheck.compare(head(6).checksumCRC64NVME("AAAAAAAAAAA=").build(), whole(), List.of()))
                .containsExactly("size");
    }

    @Test
    void anEtagIsNeverTakenForADigest_SUM_01() {
        var multipart = head(6).eTag("\"dce1c18393acbef2580b54a3b321765d-3\"").build();
        assertThat(StoredCheck.compare(multipart, whole(), List.of())).containsExactly("size");
    }

    @Test
    void otherBytesAreFound() {
        var other = head(6).checksumSHA256(SHA256.replace('W', 'w')).build();
        assertThatThrownBy(() -> StoredCheck.compare(other, whole(), List.of()))
                .hasMessageContaining("S3 has other bytes");
        assertThatThrownBy(() -> StoredCheck.compare(head(5).build(), whole(), List.of()))
                .hasMessage("S3 has 5 bytes of the 6 sent");
    }

    @Test
    void ofPartsTheWholeIsComparedOrWhatTheStoreMadeOfThem() {
        var digests = Digests.ofParts();
        digests.add(BODY, BODY.length);
        var sent = digests.fingerprint();
        var part = Digests.crcOf(BODY);
        String composite = Digests.crcOf(part.bytes()).base64() + "-1";
        assertThat(StoredCheck.compare(head(6).checksumCRC64NVME(part.base64()).build(), sent, List.of(part)))
                .containsExactly("size", "crc64nvme");
        assertThat(StoredCheck.compare(head(6).checksumCRC64NVME(composite).build(), sent, List.of(part)))
                .containsExactly("size", "crc64nvme of parts");
        assertThatThrownBy(
                () -> StoredCheck.compare(head(6).checksumCRC64NVME(composite).build(), sent, List.of(part, part)))
                .hasMessageContaining("S3 has other bytes");
    }

    private static HeadObjectResponse.Builder head(long size) {
        return HeadObjectResponse.builder().contentLength(size);
    }

    private static Fingerprint whole() {
        var digests = Digests.ofWhole();
        digests.add(BODY, BODY.length);
        return digests.fingerprint();
    }
}
