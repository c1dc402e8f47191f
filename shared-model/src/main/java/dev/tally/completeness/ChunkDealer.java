package dev.tally.completeness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tally.file.FileRef;
import dev.tally.manifest.Member;

/**
 * Deals a manifest's members to chunks by their {@link MemberOrder}, as they come: how many there are, and so how many
 * chunks, is known at the end. Until then they lie in 256 buckets, packed as chunks are: about 40 bytes for a member
 * with a SHA-256.
 */
final class ChunkDealer {
    private static final int BUCKETS = 256;
    private static final int PACKED = 64;

    private final FileRef home;
    private final MemberOrder order;
    private final List<Bucket> buckets = new ArrayList<>(BUCKETS);
    private long members;
    private final Home memberHome = new Home();
    private long required;

    private final class Bucket {
        private final List<Member> loose = new ArrayList<>(0);
        private final List<byte[]> packed = new ArrayList<>(0);

        private void add(Member member) {
            loose.add(member);
            if (loose.size() == PACKED) {
                packed.add(ChunkCodec.encode(home, loose));
                loose.clear();
            }
        }

        private List<Member> takeAll() {
            List<Member> all = new ArrayList<>(loose);
            packed.forEach(block -> all.addAll(ChunkCodec.decode(block)));
            loose.clear();
            packed.clear();
            return order.sort(all);
        }
    }

    /**
     * Begins with no members.
     *
     * @param home where most members are: a folder, its key ending in a slash
     */
    ChunkDealer(String revision, FileRef home) {
        this.home = home;
        this.order = new MemberOrder(revision);
        for (int i = 0; i < BUCKETS; i++) {
            buckets.add(new Bucket());
        }
    }

    void add(Member member) {
        buckets.get((int) (order.hash(member.path()) >>> 56)).add(member);
        memberHome.add(member.file());
        members++;
        if (member.required()) {
            required++;
        }
    }

    long members() {
        return members;
    }

    /** What stands for the folder that holds them all. */
    Optional<String> memberHome() {
        return memberHome.hash();
    }

    long required() {
        return required;
    }

    /** The encoded chunks, in their order. Takes the members away: deals once. */
    List<byte[]> deal(int chunks) {
        List<byte[]> encoded = new ArrayList<>(chunks);
        List<Member> chunk = new ArrayList<>();
        for (Bucket bucket : buckets) {
            for (Member member : bucket.takeAll()) {
                int index = order.chunk(member.path(), chunks);
                finish(encoded, chunk, index);
                chunk.add(member);
            }
        }
        finish(encoded, chunk, chunks);
        return encoded;
    }

    /** Encodes what was collected, and chunks that nothing fell to, until only those from {@code next} on are left. */
    private void finish(List<byte[]> encoded, List<Member> chunk, int next) {
        while (encoded.size() < next) {
            encoded.add(ChunkCodec.encode(home, chunk));
            chunk.clear();
        }
    }
}
