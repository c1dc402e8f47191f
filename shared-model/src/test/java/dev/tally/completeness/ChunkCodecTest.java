package dev.tally.completeness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ChunkCodecTest {
    private static final FileRef HOME = new FileRef("landing", "mag/2026/");

    @Property(tries = 300)
    void whatIsWrittenIsRead(@ForAll("members") List<Member> members) {
        byte[] encoded = ChunkCodec.encode(HOME, members);
        assertThat(ChunkCodec.decode(encoded)).containsExactlyInAnyOrderElementsOf(members)
                .isSortedAccordingTo(Comparator.comparing(Member::path));
    }

    @Property(tries = 300)
    void brokenBytesAreRefusedAndNothingElse(@ForAll byte[] noise, @ForAll("members") List<Member> members,
            @ForAll int cut) {
        byte[] encoded = ChunkCodec.encode(HOME, members);
        byte[] shorter = Arrays.copyOf(encoded, Math.floorMod(cut, encoded.length));
        assertThatThrownBy(() -> ChunkCodec.decode(shorter)).isInstanceOf(IllegalArgumentException.class);
        try {
            ChunkCodec.decode(noise);
        } catch (IllegalArgumentException expected) {
            assertThat(expected).hasMessageMatching("(?s).+");
        }
    }

    /** The price of registering: a chunk of 100 members with SHA-256 fits four write units. */
    @Test
    void aHundredMembersFitFourKilobytes() {
        Random random = new Random(1);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] digest = new byte[32];
            random.nextBytes(digest);
            String path = "mag_l1_20261130_%06d_science_v001.dat".formatted(i);
            members.add(new Member(path, new FileRef(HOME.bucket(), HOME.key() + path),
                    new Fixity(OptionalLong.of(1_000_000 + random.nextInt(100_000)),
                            List.of(Checksum.of(ChecksumAlgorithm.SHA256, digest))),
                    Optional.empty(), true));
        }
        assertThat(ChunkCodec.encode(HOME, members).length).isLessThan(4096 - 150);
    }

    @Provide
    Arbitrary<List<Member>> members() {
        Arbitrary<String> paths = Arbitraries.strings()
                .ofMinLength(1)
                .ofMaxLength(30)
                .excludeChars('\ud800')
                .filter(
                        p -> p.chars().noneMatch(c -> Character.isSurrogate((char) c)));
        Arbitrary<FileRef> elsewhere = paths.map(p -> new FileRef("other", p));
        Arbitrary<List<Checksum>> checksums = Arbitraries.of(ChecksumAlgorithm.values())
                .list()
                .uniqueElements()
                .ofMaxSize(3)
                .map(a -> a.stream().map(x -> Checksum.of(x, new byte[x.length()])).toList());
        return Combinators.combine(paths, elsewhere.injectNull(0.7), Arbitraries.longs()
                .greaterOrEqual(0)
                .injectNull(0.3), checksums, Arbitraries.strings().alpha().ofMinLength(1).injectNull(0.5),
                Arbitraries.of(true, false))
                .as((path, file, size, sums, role, required) -> new Member(path,
                        file == null ? new FileRef(HOME.bucket(), HOME.key() + path) : file,
                        new Fixity(size == null ? OptionalLong.empty() : OptionalLong.of(size), sums),
                        Optional.ofNullable(role), required))
                .list()
                .ofMaxSize(20);
    }
}
