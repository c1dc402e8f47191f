package dev.tally.fixity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

final class DigesterTest {
    private static final Set<ChecksumAlgorithm> ALL = EnumSet.allOf(ChecksumAlgorithm.class);

    /** Of the text {@code 123456789}: for the CRCs the check values of the catalogue, for the rest those of coreutils. */
    private static final Map<ChecksumAlgorithm, String> OF_DIGITS = Map.of(
            ChecksumAlgorithm.CRC32, "cbf43926",
            ChecksumAlgorithm.CRC32C, "e3069283",
            ChecksumAlgorithm.CRC64NVME, "ae8b14860a799888",
            ChecksumAlgorithm.MD5, "25f9e794323b453885f5181f1b624d0b",
            ChecksumAlgorithm.SHA1, "f7c3bc1d808e04732adf679965ccc34ca7ae3441",
            ChecksumAlgorithm.SHA256, "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225",
            ChecksumAlgorithm.SHA512, "d9e6762dd1c8eaf6d61b3c6192fc408d4d6d5f1176d0c29169bc24e71c3f274a"
                    + "d27fcd5811b313d681f7e55ec02d73d499c95455b6b5bb503acf574fba8ffe85");

    @TestFactory
    Stream<DynamicTest> knownDigests() {
        return OF_DIGITS.entrySet()
                .stream()
                .map(known -> dynamicTest(known.getKey().label(), () -> assertThat(
                        digest(Set.of(known.getKey()), "123456789".getBytes(StandardCharsets.US_ASCII)))
                        .extracting(Checksum::hex)
                        .containsExactly(known.getValue())));
    }

    @Test
    void obj08NothingHasADigestToo() {
        assertThat(digest(ALL, new byte[0])).extracting(Checksum::toString)
                .containsExactly("md5:d41d8cd98f00b204e9800998ecf8427e",
                        "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709",
                        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                        "sha512:cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                                + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
                        "crc32:00000000", "crc32c:00000000", "crc64nvme:0000000000000000");
    }

    @Property(tries = 300)
    void equalsThePlatformsDigests(@ForAll @Size(max = 3000) byte[] bytes) {
        Map<ChecksumAlgorithm, byte[]> expected = Map.of(
                ChecksumAlgorithm.MD5, platform("MD5", bytes), ChecksumAlgorithm.SHA1, platform("SHA-1", bytes),
                ChecksumAlgorithm.SHA256, platform("SHA-256", bytes), ChecksumAlgorithm.SHA512,
                platform("SHA-512", bytes), ChecksumAlgorithm.CRC32, platform(new java.util.zip.CRC32(), bytes),
                ChecksumAlgorithm.CRC32C, platform(new java.util.zip.CRC32C(), bytes));
        Digester fast = Digester.inOneGo(ALL);
        fast.update(bytes, 0, bytes.length);
        assertThat(fast.finish()).isEqualTo(digest(ALL, bytes));
        assertThat(digest(expected.keySet(), bytes)).allSatisfy(
                checksum -> assertThat(checksum.bytes()).as("%s", checksum)
                        .isEqualTo(expected.get(checksum.algorithm())));
    }

    @Property(tries = 500)
    void aDigestThatWasSuspendedIsTheSame(@ForAll long seed, @ForAll @IntRange(max = 5000) int length,
            @ForAll @Size(max = 5) List<@IntRange(max = 5000) Integer> cuts) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        Digester digester = Digester.of(ALL);
        int at = 0;
        for (int cut : cuts.stream().map(cut -> Math.min(cut, length)).sorted().toList()) {
            digester.update(bytes, at, cut - at);
            digester = Digester.resume(digester.suspend());
            assertThat(digester.count()).isEqualTo(cut);
            at = cut;
        }
        digester.update(bytes, at, length - at);
        assertThat(digester.finish()).isEqualTo(digest(ALL, bytes));
    }

    @Test
    void lengthsBeyond32BitsAreCounted() {
        String state = Digester.of(Set.of(ChecksumAlgorithm.CRC32)).suspend();
        Digester far = Digester.resume(state.replace("1;0;", "1;5497558138880;"));
        far.update(new byte[10], 0, 10);
        assertThat(far.count()).isEqualTo(5497558138890L);
        assertThat(far.suspend()).startsWith("1;5497558138890;crc32=");
    }

    @Test
    void theStateIsShortText() {
        Digester digester = Digester.of(ALL);
        digester.update(new byte[127], 0, 127);
        assertThat(digester.suspend()).matches("[A-Za-z0-9_;=-]+").hasSizeLessThan(1000);
        Digester usual = Digester.of(Set.of(ChecksumAlgorithm.SHA256));
        usual.update(new byte[127], 0, 127);
        assertThat(usual.suspend()).hasSizeLessThan(200);
    }

    @Test
    void aDigestInOneGoCannotBeSuspended() {
        assertThatThrownBy(() -> Digester.inOneGo(ALL).suspend()).isInstanceOf(IllegalStateException.class);
    }

    @TestFactory
    Stream<DynamicTest> refusesWhatIsNoState() {
        String state = Digester.of(ALL).suspend();
        return Stream
                .of("", "1", "2;0", "1;x", "1;0;sha3=AAAA", "1;0;", "1;0;crc32=AAAA", "1;0;md5=", "1;0;sha256=AAAA",
                        "1;0;crc32=AAAAAQAAAAA", "1;0;crc32=*", state.substring(0, state.length() - 30))
                .map(text -> dynamicTest("\"" + text + '"',
                        () -> assertThatThrownBy(() -> Digester.resume(text))
                                .isInstanceOf(IllegalArgumentException.class)));
    }

    private static List<Checksum> digest(Set<ChecksumAlgorithm> algorithms, byte[] bytes) {
        Digester digester = Digester.of(algorithms);
        digester.update(bytes, 0, bytes.length);
        return digester.finish();
    }

    private static byte[] platform(String name, byte[] bytes) {
        try {
            return MessageDigest.getInstance(name).digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static byte[] platform(java.util.zip.Checksum crc, byte[] bytes) {
        crc.update(bytes, 0, bytes.length);
        return HexFormat.of().parseHex("%08x".formatted(crc.getValue()));
    }
}
