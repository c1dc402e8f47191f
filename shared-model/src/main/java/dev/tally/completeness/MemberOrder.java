package dev.tally.completeness;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

import dev.tally.fixity.Sha256;
import dev.tally.manifest.Member;

/**
 * The order in which the members of a revision are dealt and watched: that of a hash of their paths, seeded with the
 * revision. To any order in which files arrive that is a random order, in which a chunk of S members moves its watch
 * about ln S times; in the order of names a sequential upload would move it S times.
 */
final class MemberOrder {
    private final MessageDigest seeded;

    MemberOrder(String revision) {
        seeded = Sha256.start();
        seeded.update(revision.getBytes(StandardCharsets.UTF_8));
    }

    private record Placed(long hash, Member member) {}

    /** Where a path stands, as an unsigned number. */
    long hash(String path) {
        try {
            MessageDigest digest = (MessageDigest) seeded.clone();
            return ByteBuffer.wrap(digest.digest(path.getBytes(StandardCharsets.UTF_8))).getLong();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError("The platform's SHA-256 can be cloned", impossible);
        }
    }

    /** To which of so many chunks it is dealt. */
    int chunk(String path, int chunks) {
        return (int) (((hash(path) >>> 32) * chunks) >>> 32);
    }

    List<Member> sort(List<Member> members) {
        List<Placed> placed = new ArrayList<>(members.size());
        for (Member member : members) {
            placed.add(new Placed(hash(member.path()), member));
        }
        placed.sort((a, b) -> Long.compareUnsigned(a.hash, b.hash));
        return placed.stream().map(Placed::member).toList();
    }
}
