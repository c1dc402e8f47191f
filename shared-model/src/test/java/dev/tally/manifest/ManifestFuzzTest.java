package dev.tally.manifest;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.UnaryOperator;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.tally.manifest.Manifests.Reading;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever the bytes are, a manifest is accepted or rejected, and nothing else is thrown. */
final class ManifestFuzzTest {
    private static final List<byte[]> SEEDS = ManifestCase.all().map(ManifestCase::bytes).toList();
    private static final List<String> FRAGMENTS = List.of("{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000",
            "\\ud800",
            "null", "true", "-1", "1e999", "1.0", "\n", "\r\n", "\u0000", "\ufeff", "é", "\"path\":", "\"size\":",
            "\"checksums\":{", "\"parameters\":{", "\"members\":[", "s3://landing/in/mag/", "delivery:mag/", "../",
            "9223372036854775808", "/*", "NaN");

    @Property(tries = 4000)
    void aChangedManifestIsAcceptedOrRejected(@ForAll("changedManifests") byte[] manifest) {
        assertSound(Manifests.read(manifest));
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void soIsAChangedCompressedManifest(@ForAll("changedGzip") byte[] manifest) {
        assertSound(Manifests.read(manifest));
    }

    @Property(tries = 500)
    void soAreAnyBytes(@ForAll byte[] bytes) {
        assertSound(Manifests.read(bytes));
    }

    private static void assertSound(Reading reading) {
        assertThat(reading.header().isPresent()).isNotEqualTo(reading.rejection().isPresent());
        reading.header().ifPresent(_ -> assertThat(reading.members()).isNotEmpty());
        reading.rejection().ifPresent(rejection -> {
            assertThat(rejection.faults()).isNotEmpty().hasSizeLessThanOrEqualTo(1000);
            assertThat(rejection.faults()).allSatisfy(fault -> {
                assertThat(fault.place()).startsWith("$");
                assertThat(fault.message()).isNotBlank().hasSizeLessThan(1000);
                assertThat(fault.line() > 0).isEqualTo(fault.column() > 0);
            });
        });
    }

    @Provide
    Arbitrary<byte[]> changedManifests() {
        return changed(Arbitraries.of(SEEDS));
    }

    @Provide
    Arbitrary<byte[]> changedGzip() {
        return changed(Arbitraries.of(SEEDS).map(Manifests::gzip));
    }

    private static Arbitrary<byte[]> changed(Arbitrary<byte[]> seeds) {
        return Combinators.combine(seeds, changes().list().ofMinSize(1).ofMaxSize(4)).as((seed, changes) -> {
            byte[] bytes = seed;
            for (UnaryOperator<byte[]> change : changes) {
                bytes = change.apply(bytes);
            }
            return bytes;
        });
    }

    private static Arbitrary<UnaryOperator<byte[]>> changes() {
        Arbitrary<byte[]> inserted = Arbitraries.oneOf(Arbitraries.of(FRAGMENTS).map(Manifests::utf8),
                Arbitraries.bytes().map(b -> new byte[]{b}));
        return Combinators
                .combine(Arbitraries.doubles().between(0, 1), Arbitraries.integers().between(0, 20), inserted)
                .as((place, removed, part) -> bytes -> changed(bytes, place, removed, part));
    }

    /** Replaces some bytes, at a place that is relative to the length. */
    private static byte[] changed(byte[] bytes, double place, int removed, byte[] inserted) {
        int begin = (int) (place * bytes.length);
        int end = Math.min(bytes.length, begin + removed);
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(bytes, 0, begin);
        changed.writeBytes(inserted);
        changed.write(bytes, end, bytes.length - end);
        return changed.toByteArray();
    }
}
