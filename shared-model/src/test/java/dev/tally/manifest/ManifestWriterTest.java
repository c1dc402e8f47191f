package dev.tally.manifest;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;

import static org.assertj.core.api.Assertions.assertThat;

final class ManifestWriterTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void writesWhatTheReaderReads() {
        Checksum crc = Checksum.of(ChecksumAlgorithm.CRC64NVME, new byte[]{1, 2, 3, 4, 5, 6, 7, 8});
        Checksum md5 = Checksum.parse(ChecksumAlgorithm.MD5, "b1946ac92492d2347c6235b4d2611184");
        Fixity fixity = new Fixity(OptionalLong.of(6), List.of(crc, md5));
        try (ManifestWriter writer = new ManifestWriter(out, Optional.of("run \"1\"/é"), Optional.of("{\"a\":1.50}"))) {
            writer.add("a \\+%é.dat", fixity, Optional.of("science"), true);
            writer.add("b.dat", Fixity.NONE, Optional.empty(), false);
            writer.finish();
        }
        Manifests.Reading reading = Manifests.read(out.toByteArray());
        assertThat(reading.faults()).isEmpty();
        assertThat(reading.header().orElseThrow().delivery().name()).isEqualTo("run \"1\"/é");
        assertThat(reading.header().orElseThrow().parameters()).isEqualTo("{\"a\":1.50}");
        assertThat(reading.members()).containsExactly(
                new Member("a \\+%é.dat", new FileRef("landing", "in/mag/a \\+%é.dat"), fixity, Optional.of("science"),
                        true),
                new Member("b.dat", new FileRef("landing", "in/mag/b.dat"), Fixity.NONE, Optional.empty(), false));
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(3);
    }

    @Test
    void man09AListThatBreaksOffIsNoManifest() {
        try (ManifestWriter writer = new ManifestWriter(out, Optional.empty(), Optional.empty())) {
            writer.add("a.dat", Fixity.NONE, Optional.empty(), true);
        }
        assertThat(Manifests.read(out.toByteArray()).faults()).singleElement()
                .extracting(ManifestFault::message)
                .isEqualTo("the text ends too early; is the file cut off?");
    }
}
