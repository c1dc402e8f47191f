package dev.tally.completeness;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;

final class ChunkDealerTest {
    private static final FileRef HOME = new FileRef("landing", "mag/");

    private static List<Chunk> deal(String revision, int members) {
        ChunkDealer dealer = new ChunkDealer(revision, HOME);
        for (int i = 0; i < members; i++) {
            String path = "f%05d".formatted(i);
            dealer.add(new Member(path, new FileRef("landing", "mag/" + path), Fixity.NONE, Optional.empty(),
                    i % 10 != 0));
        }
        assertThat(dealer.required()).isEqualTo(members - (members + 9) / 10);
        List<byte[]> dealt = dealer.deal(Chunk.count(members));
        DeliveryKey key = new DeliveryKey(new DeliveryId("mag", "d"), revision);
        return IntStream.range(0, dealt.size()).mapToObj(i -> Chunk.decode(key, i, dealt.get(i))).toList();
    }

    @Test
    void everyMemberIsDealtOnceToChunksOfAboutOneSize() {
        List<Chunk> chunks = deal("0123456789ab", 20_000);
        assertThat(chunks).hasSize(50);
        assertThat(chunks.stream().flatMap(c -> c.members().stream()).map(Member::path).distinct()).hasSize(20_000);
        assertThat(chunks).allSatisfy(c -> assertThat(c.members()).hasSizeBetween(300, 500));
        assertThat(chunks).extracting(Chunk::index).isSorted().startsWith(0).endsWith(49);
    }

    @Test
    void oneManifestIsAlwaysDealtAlikeAndEachRevisionOtherwise() {
        assertThat(deal("0123456789ab", 1000)).isEqualTo(deal("0123456789ab", 1000));
        assertThat(deal("0123456789ab", 1000)).isNotEqualTo(deal("0123456789ac", 1000));
    }

    /** Files that come in the order of their names move the watch about ln S times, not S times. */
    @Test
    void aSequentialUploadMovesTheWatchSeldom() {
        int moves = 0;
        int deliveries = 200;
        for (int i = 0; i < deliveries; i++) {
            String latest = "";
            for (Member member : deal("%012x".formatted(i), 100).getFirst().members()) {
                if (member.path().compareTo(latest) > 0) {
                    latest = member.path();
                    moves++;
                }
            }
        }
        assertThat(moves / (double) deliveries).isBetween(4.7, 5.7);
    }

    @Test
    void noMembersMakeOneEmptyChunk() {
        assertThat(deal("0123456789ab", 0)).containsExactly(new Chunk(0, List.of()));
    }
}
