package dev.tally.manifest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static dev.tally.manifest.Manifests.gzip;
import static dev.tally.manifest.Manifests.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

/** How a manifest is stored: its encoding, its compression, and streams that fail. */
final class ManifestTextTest {
    private static final String MANIFEST = "{\"tallyManifest\":1,\"members\":[{\"path\":\"a\"},{\"path\":\"b\"}]}";

    @TestFactory
    Stream<DynamicTest> man01OtherEncodingsAreNamed() {
        return Stream.of("UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")
                .flatMap(name -> Stream.of("", "\ufeff")
                        .map(mark -> dynamicTest(name + (mark.isEmpty() ? "" : " with a byte order mark"), () -> {
                            byte[] text = (mark + MANIFEST).getBytes(Charset.forName(name));
                            assertThat(Manifests.read(text).faults())
                                    .containsExactly(
                                            new ManifestFault(0, 0, "$", "the text is " + name + "; save it as UTF-8"));
                            assertThat(Manifests.read(gzip(text)).faults()).hasSize(1);
                        })));
    }

    @Test
    void sum08GzipIsToldByTheContent() {
        assertThat(members(gzip(utf8(MANIFEST)), Optional.of("gzip"))).isEqualTo(2);
        assertThat(members(gzip(utf8(MANIFEST)), Optional.of("GZIP, aws-chunked"))).isEqualTo(2);
        assertThat(members(gzip(utf8(MANIFEST)), Optional.empty())).isEqualTo(2);
        assertThat(members(gzip(utf8("\ufeff" + MANIFEST)), Optional.empty())).isEqualTo(2);
    }

    @Test
    void gzipOfSeveralPartsIsReadWhole() {
        byte[] first = gzip(utf8(MANIFEST.substring(0, 20)));
        byte[] second = gzip(utf8(MANIFEST.substring(20)));
        InputStream parts = new SequenceInputStream(new ByteArrayInputStream(first), new ByteArrayInputStream(second));
        ManifestHeader header = NativeManifestReader.read(parts, Manifests.scope(), _ -> {});
        assertThat(header.delivery().name()).isEqualTo("2026-11-30");
    }

    @Test
    void gzipThatIsCutOffOrDamagedIsRefused() {
        byte[] whole = gzip(utf8(MANIFEST));
        for (int length = 2; length < whole.length; length++) {
            assertThat(Manifests.read(Arrays.copyOf(whole, length)).faults()).as("%s bytes", length).hasSize(1);
        }
        byte[] damaged = whole.clone();
        damaged[damaged.length - 6] ^= 1;
        assertThat(Manifests.read(damaged).faults()).singleElement()
                .extracting(ManifestFault::message)
                .asString()
                .startsWith("the gzip data is damaged: ");
        assertThat(Manifests.read(gzip(whole)).faults()).singleElement()
                .extracting(ManifestFault::message)
                .isEqualTo("gzip within gzip; compress it once");
    }

    @Test
    void failuresOfTheStreamAreNoFaults() {
        byte[] stored = gzip(utf8(MANIFEST));
        for (int length = 0; length <= stored.length; length++) {
            InputStream failing = failingAfter(Arrays.copyOf(stored, length));
            assertThatThrownBy(() -> NativeManifestReader.read(failing, Manifests.scope(), _ -> {}))
                    .as("%s bytes", length)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasRootCauseMessage("reset");
        }
    }

    @Test
    void failuresOfTheCallerAreItsOwn() {
        assertThatThrownBy(() -> NativeManifestReader.read(new ByteArrayInputStream(utf8(MANIFEST)), Manifests.scope(),
                member -> {
                    throw new IllegalStateException(member.path());
                })).isInstanceOf(IllegalStateException.class).hasMessage("a");
    }

    @Test
    void theStreamIsLeftOpen() throws IOException {
        ByteArrayOutputStream closings = new ByteArrayOutputStream();
        try (InputStream in = new ByteArrayInputStream(utf8(MANIFEST)) {
            @Override
            public void close() {
                closings.write(1);
            }
        }) {
            NativeManifestReader.read(in, Manifests.scope(), _ -> {});
            assertThat(closings.size()).isZero();
        }
    }

    @Test
    void aRejectedDeliveryHasTheNameThatIsStatedElseThatOfTheFile() {
        assertThat(rejected("{\"delivery\":\"x/y\",\"members\":7}", Manifests.KEY)).isEqualTo("mag/x/y");
        assertThat(rejected("{\"delivery\":\"\",\"members\":7}", Manifests.KEY)).isEqualTo("mag/2026-11-30");
        assertThat(rejected("", "in/mag/.manifest.json")).isEqualTo("mag/.manifest.json");
        assertThat(rejected("", "in/mag/a\nb.manifest.json")).isEqualTo("mag/a_b.manifest.json");
        assertThat(rejected("", "in/mag/" + "x".repeat(300) + ".manifest.json")).isEqualTo("mag/" + "x".repeat(120));
    }

    private static String rejected(String manifest, String key) {
        return Manifests.read(utf8(manifest), Manifests.scope(key, Optional.empty()))
                .rejection()
                .orElseThrow()
                .delivery()
                .toString();
    }

    private static int members(byte[] manifest, Optional<String> stated) {
        Manifests.Reading reading = Manifests.read(manifest, Manifests.scope(Manifests.KEY, stated));
        assertThat(reading.faults()).isEmpty();
        return reading.members().size();
    }

    private static InputStream failingAfter(byte[] bytes) {
        return new SequenceInputStream(new ByteArrayInputStream(bytes), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset");
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                throw new IOException("reset");
            }
        });
    }
}
