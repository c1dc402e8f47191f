package dev.tally.storage;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;
import org.junit.jupiter.api.Test;

import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class EntryTest {
    @Test
    void readsAFileOfAResolvedManifest() {
        Entry entry = Entry
                .parse("""
                        {"path":"a b.dat","bucket":"landing","key":"demo/a b.dat","versionId":"v","etag":"e-3","size":5368709121,\
                        "checksums":{"crc32":"0a0b0c0d"},"role":"science","required":true}""");

        assertThat(entry).isEqualTo(new Entry.File("a b.dat", new FileRef("landing", "demo/a b.dat"), Optional.of("v"),
                "e-3", 5_368_709_121L, List.of(Checksum.parse(ChecksumAlgorithm.CRC32, "0a0b0c0d")),
                Optional.of("science")));
    }

    @Test
    void readsTheResultOfAnotherDelivery() {
        Entry entry = Entry
                .parse("""
                        {"path":"delivery:calib/2026/11","delivery":"calib/2026/11","revision":"0123456789ab","attempt":2,"required":true}""");

        assertThat(entry).isEqualTo(new Entry.Result("delivery:calib/2026/11",
                DeliveryKey.parse("calib/2026/11@0123456789ab"), 2));
    }

    @Test
    void readsWhatItWrites() throws IOException {
        Entry.File file = new Entry.File("é\u0001/x", new FileRef("work", "o/é\u0001/x"), Optional.empty(), "e", 0,
                List.of(), Optional.empty());
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(text)) {
            file.write(json);
        }

        assertThat(Entry.parse(text.toString())).isEqualTo(file);
    }

    @Test
    void namesAnUnknownAlgorithm() {
        assertThatThrownBy(() -> Entry.parse("""
                {"path":"a","bucket":"b","key":"k","etag":"e","size":1,"checksums":{"adler":"00"}}"""))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("checksums.adler");
    }
}
