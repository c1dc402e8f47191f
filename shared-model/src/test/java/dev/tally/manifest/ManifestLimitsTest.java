package dev.tally.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static dev.tally.manifest.Manifests.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Manifests that are huge, or at the edge of a limit. */
final class ManifestLimitsTest {
    private static final String HOME = "in/mag/";

    @Test
    void tenMegabytesOfNestingAreRefusedWhereverTheyStand() {
        String nested = "[".repeat(10_000_000);
        assertThat(only(faults(nested)).message()).contains("expected an object, { \"tallyManifest\"");
        assertThat(faults("{\"tallyManifest\":1,\"members\":" + nested)).last()
                .hasToString("line 1, column 94, $.members" + "[0]".repeat(63)
                        + ": Document nesting depth may be at most 64");
        assertThat(faults("{\"parameters\":{\"a\":" + nested)).last()
                .extracting(ManifestFault::message)
                .isEqualTo("Document nesting depth may be at most 64");
        assertThat(faults("{\"x\":" + "{\"x\":".repeat(2_000_000))).last()
                .extracting(ManifestFault::message)
                .isEqualTo("Document nesting depth may be at most 64");
    }

    @Test
    void man12OneTextOf21MillionCharactersIsRefused() {
        String huge = "x".repeat(21_000_000);
        assertThat(only(faults("{\"tallyManifest\":1,\n\"members\":[{\"path\":\"" + huge + "\"}]}")))
                .satisfies(fault -> assertThat(fault.line()).isEqualTo(2))
                .satisfies(fault -> assertThat(fault.place()).isEqualTo("$.members[0].path"))
                .satisfies(fault -> assertThat(fault.message()).isEqualTo("String value length may be at most 20000"));
        assertThat(only(faults("{\"tallyManifest\":1,\"members\":[{\"path\":\"a\",\"" + huge + "\":1}]}")).message())
                .isEqualTo("Name length may be at most 1000");
        assertThat(only(faults("{\"tallyManifest\":1,\"members\":[{\"path\":\"a\",\"size\":" + "9".repeat(5_000)
                + "}]}")).message()).isEqualTo("Number value length may be at most 1000");
        assertThat(only(faults("{\"tallyManifest\":1,\"members\":[{\"path\":\"a\",\"note\":\"" + huge + "\"}]}"))
                .message()).startsWith("unknown field \"note\"");
    }

    @Test
    void key07AKeyHasAtMost1024BytesOfUtf8() {
        String most = "k".repeat(1024 - HOME.length());
        String accents = "é".repeat((1024 - HOME.length()) / 2);
        assertThat(faults(members("{\"path\":\"" + most + "\"}", "{\"path\":\"" + accents + "\"}"))).isEmpty();
        List<ManifestFault> faults = faults(
                members("{\"path\":\"" + most + "k\"}", "{\"path\":\"" + accents + "é\"}"));
        assertThat(faults).hasSize(2);
        assertThat(faults.get(0).message()).endsWith("makes a key of 1025 bytes of UTF-8; S3 takes at most 1024");
        assertThat(faults.get(1).message()).endsWith("makes a key of 1025 bytes of UTF-8; S3 takes at most 1024");
    }

    @Test
    void namesAndRolesHaveTheirLengths() {
        String head = "{\"tallyManifest\":1,\"members\":[{\"path\":\"a\",\"role\":\"";
        assertThat(faults(head + "r".repeat(64) + "\"}],\"delivery\":\"" + "d".repeat(255) + "\"}")).isEmpty();
        assertThat(faults(head + "r".repeat(65) + "\"}],\"delivery\":\"" + "d".repeat(256) + "\"}"))
                .extracting(ManifestFault::place)
                .containsExactly("$.members[0].role", "$.delivery");
    }

    @Test
    void parametersHaveAtMost8KbAsCompactJson() {
        int frame = "{\"a\":\"\"}".length();
        String head = "{\"tallyManifest\":1,\"members\":[{\"path\":\"a\"}],\"parameters\":";
        assertThat(faults(head + "  { \"a\" :  \"" + "x".repeat(8192 - frame) + "\" } }")).isEmpty();
        assertThat(only(faults(head + "{\"a\":\"" + "x".repeat(8193 - frame) + "\"}}")))
                .hasToString("line 1, column 58, $.parameters: more than 8192 bytes as compact JSON; "
                        + "put more into a file and list that as a member");
        assertThat(faults(head + "{\"a\":\"" + "é".repeat(4096) + "\"}}")).hasSize(1);
        assertThat(faults(head + "{\"a\":[" + "1,".repeat(1_000_000) + "1], \"a\":2}}")).hasSize(1);
    }

    @Test
    void faultsAreCountedAllAndKeptInPart() {
        ManifestRejectedException rejection = Manifests.read(utf8(members(
                IntStream.range(0, 5000).mapToObj(i -> "{\"path\":\"/" + i + "\"}").toArray(String[]::new))))
                .rejection()
                .orElseThrow();
        assertThat(rejection.total()).isEqualTo(5000);
        assertThat(rejection.faults()).hasSize(1000);
        assertThat(rejection).hasMessageContaining("has 5000 faults, the first: line 1, column 39, $.members[0].path");
    }

    @Test
    void moreMembersThanTheLimitAreRefused() {
        AtomicLong members = new AtomicLong();
        InputStream manifest = new GeneratedText(5_000,
                i -> "{\"path\":\"" + i + "\"}");
        ManifestRejectedException rejection = catchThrowableOfType(
                ManifestRejectedException.class,
                () -> NativeManifestReader.read(manifest, Manifests.scope(), _ -> members.incrementAndGet(),
                        4_000));
        assertThat(only(rejection.faults()).message()).isEqualTo("more than 4000 members");
        assertThat(only(rejection.faults()).line()).isEqualTo(4_001);
        assertThat(members).hasValue(4_000);
    }

    @Test
    void man12AMillionMembersAreReadInLittleMemory() throws IOException, InterruptedException {
        Process reader = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xmx64m",
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), MillionMembers.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = reader.inputReader().lines().collect(Collectors.joining("\n"));
        assertThat(reader.waitFor()).as(output).isZero();
        assertThat(output).isEqualTo("1000000 members of 523643879424 bytes");
    }

    /** Runs in a JVM of its own, whose heap is bounded. */
    static final class MillionMembers {
        private MillionMembers() {}

        public static void main(String[] args) {
            AtomicLong count = new AtomicLong();
            AtomicLong bytes = new AtomicLong();
            NativeManifestReader.read(new GeneratedText(1_000_000, MillionMembers::member), Manifests.scope(),
                    member -> {
                        count.incrementAndGet();
                        bytes.addAndGet(member.fixity().size().orElseThrow());
                    });
            System.out.println(count + " members of " + bytes + " bytes");
        }

        private static String member(int i) {
            return "{\"path\":\"2026/11/30/mag_20261130_%07d.dat\",\"size\":%d,\"checksums\":{\"sha256\":\"%064x\"}}"
                    .formatted(i, i % 1024 * 1024, i);
        }
    }

    private static String members(String... members) {
        return "{\"tallyManifest\":1,\"members\":[" + String.join(",", members) + "]}";
    }

    private static List<ManifestFault> faults(String manifest) {
        return Manifests.read(utf8(manifest)).faults();
    }

    private static ManifestFault only(List<ManifestFault> faults) {
        assertThat(faults).hasSize(1);
        return faults.getFirst();
    }
}
