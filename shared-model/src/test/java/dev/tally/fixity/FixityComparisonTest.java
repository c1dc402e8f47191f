package dev.tally.fixity;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

import static dev.tally.fixity.ChecksumAlgorithm.CRC32;
import static dev.tally.fixity.ChecksumAlgorithm.CRC64NVME;
import static dev.tally.fixity.ChecksumAlgorithm.MD5;
import static dev.tally.fixity.ChecksumAlgorithm.SHA256;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class FixityComparisonTest {
    private static final byte[] HELLO = "hello\n".getBytes(StandardCharsets.US_ASCII);
    private static final String HELLO_SHA256 = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";

    @Test
    void sum01ACompositeOrAnETagIsNoDigestOfTheFile() {
        Fixity stated = stated(11_534_336, Checksum.parse(MD5, "c6ec750e9caff7058ecdda0fc9d3274d"));
        assertThat(FixityComparison.withStored(stated, 11_534_336, List.of()))
                .isEqualTo(new FixityComparison.NotComparable(List.of(MD5)));
        StoredChecksum ofParts = StoredChecksum.parse(SHA256, "WJG1tSLV3whtD/CxEPvZ0hu0/HFjrzTQgoai6Eb2vgM=-3",
                Optional.empty());
        StoredChecksum composite = StoredChecksum.parse(CRC32, "NjowIA==", Optional.of("COMPOSITE"));
        assertThat(ofParts).isEqualTo(new StoredChecksum.Composite(SHA256));
        Fixity all = stated(6, Checksum.parse(SHA256, "0".repeat(64)), Checksum.parse(CRC32, "00000000"));
        assertThat(FixityComparison.withStored(all, 6, List.of(ofParts, composite)))
                .isEqualTo(new FixityComparison.NotComparable(List.of(SHA256, CRC32)));
    }

    @Test
    void sum02AnETagIsTheSameWithAndWithoutQuotes() {
        assertThat(created("\"dce1c18393acbef2580b54a3b321765d-3\""))
                .isEqualTo(created("dce1c18393acbef2580b54a3b321765d-3"));
    }

    @Test
    void sum04OnlyWhatWasReallyComparedCounts() {
        StoredChecksum stored = StoredChecksum.parse(CRC64NVME, "AAAAAAAAAAA=", Optional.of("FULL_OBJECT"));
        Checksum sha256 = Checksum.parse(SHA256, HELLO_SHA256);
        Checksum crc64 = Checksum.parse(CRC64NVME, "0000000000000000");
        assertThat(FixityComparison.withStored(stated(6, sha256), 6, List.of(stored)))
                .isEqualTo(new FixityComparison.NotComparable(List.of(SHA256)));
        assertThat(FixityComparison.withStored(stated(6, crc64, sha256), 6, List.of(stored)))
                .isEqualTo(new FixityComparison.NotComparable(List.of(SHA256)));
        assertThat(FixityComparison.withStored(stated(6, crc64), 6, List.of(stored)))
                .isEqualTo(new FixityComparison.Matches(List.of(crc64)));
        assertThat(FixityComparison.withStored(stated(6), 6, List.of(stored)))
                .isEqualTo(new FixityComparison.Matches(List.of()));
    }

    @Test
    void sum06DigestsAreComparedAsBytes() {
        assertThat(read(Checksum.parse(SHA256, HELLO_SHA256.toUpperCase(Locale.ROOT))))
                .isInstanceOf(FixityComparison.Matches.class);
        assertThat(read(Checksum.parse(SHA256, "WJG1tSLV3whtD/CxEPvZ0hu0/HFjrzTQgoai6Eb2vgM=")))
                .isInstanceOf(FixityComparison.Matches.class);
        Checksum flipped = Checksum.parse(SHA256, "WJG1tSLV3whtD/CxEPvZ0hu0/HFjrzTQgoai6Eb2vgm=");
        Checksum otherCase = Checksum.parse(SHA256, "wJG1tSLV3whtD/CxEPvZ0hu0/HFjrzTQgoai6Eb2vgM=");
        assertThat(read(otherCase)).isEqualTo(
                new FixityComparison.Differs(otherCase, Checksum.parse(SHA256, HELLO_SHA256)));
        assertThat(read(flipped)).isInstanceOf(FixityComparison.Differs.class);
    }

    @Test
    void aDifferenceOutweighsWhatIsUnknown() {
        Checksum md5 = Checksum.parse(MD5, "c6ec750e9caff7058ecdda0fc9d3274d");
        Checksum crc32 = Checksum.parse(CRC32, "00000000");
        StoredChecksum stored = StoredChecksum.parse(CRC32, "NjowIA==", Optional.empty());
        assertThat(FixityComparison.withStored(stated(6, md5, crc32), 6, List.of(stored))).isEqualTo(
                new FixityComparison.Differs(crc32, Checksum.parse(CRC32, "363a3020")));
        assertThat(FixityComparison.withStored(stated(7, md5, crc32), 6, List.of(stored)))
                .isEqualTo(new FixityComparison.SizeDiffers(7, 6));
    }

    @Test
    void fourBytesAreToldByThePaddingOfBase64() {
        assertThat(Checksum.parse(CRC32, "NjowIA==")).isEqualTo(Checksum.parse(CRC32, "363A3020"));
        assertThatThrownBy(() -> Checksum.parse(CRC32, "NjowIA")).hasMessage(
                "\"NjowIA\" is not a crc32 digest: expected 8 hexadecimal digits or 8 characters of base64");
        assertThatThrownBy(() -> Checksum.parse(CRC32, "NjowIAAA")).isInstanceOf(IllegalArgumentException.class);
    }

    private static FixityComparison read(Checksum stated) {
        Digester digester = Digester.of(List.of(SHA256));
        digester.update(HELLO, 0, HELLO.length);
        return FixityComparison.with(stated(6, stated), 6, digester.finish());
    }

    private static Fixity stated(long size, Checksum... checksums) {
        return new Fixity(OptionalLong.of(size), List.of(checksums));
    }

    private static FileEvent.Created created(String etag) {
        return new FileEvent.Created(new FileRef("landing", "a"), new Sequencer("1"), Instant.EPOCH, 1, etag,
                Optional.empty());
    }
}
