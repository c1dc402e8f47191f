package dev.tally.completeness;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

import dev.tally.file.FileRef;
import dev.tally.manifest.Member;

/**
 * Deals a manifest's members to chunks, and orders them within one, by a hash that is seeded with the revision. To any
 * order in which files arrive that is a random order, in which a chunk of S members moves its watch about ln S times;
 * in the order of names a sequential upload would move it S times.
 *
 * <p>Members are kept encoded, about 130 bytes each with a SHA-256 and a path of 40 characters, until their number and
 * so that of the chunks is known.
 */
final class ChunkDealer {
    private static final int BUCKETS = 256;

    private final FileRef home;
    private final MessageDigest seeded;
    private final List<List<Entry>> buckets = new ArrayList<>(BUCKETS);
    private long members;
    private long required;

    /** An encoded member and the hash that places it. */
    private static final class Entry {
        private final long hash;
        private final byte[] member;

        private Entry(long hash, byte[] member) {
            this.hash = hash;
            this.member = member;
        }
    }

    /**
     * Begins with no members.
     *
     * @param revision the seed
     * @param home where most members are, a folder that ends with a slash
     */
    ChunkDealer(String revision, FileRef home) {
        this.home = home;
        try {
            seeded = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every Java platform has SHA-256", impossible);
        }
        seeded.update(revision.getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < BUCKETS; i++) {
            buckets.add(new ArrayList<>(2));
        }
    }

    void add(Member member) {
        long hash = hash(member.path());
        buckets.get((int) (hash >>> 56)).add(new Entry(hash, ChunkCodec.encode(member, home)));
        members++;
        if (member.required()) {
            required++;
        }
    }

    long members() {
        return members;
    }

    long required() {
        return required;
    }

    /** The encoded chunks, in their order. Takes the members away: deals once. */
    List<byte[]> deal(int chunks) {
        List<byte[]> encoded = new ArrayList<>(chunks);
        List<byte[]> chunk = new ArrayList<>();
        for (List<Entry> bucket : buckets) {
            bucket.sort((a, b) -> Long.compareUnsigned(a.hash, b.hash));
            for (Entry entry : bucket) {
                int index = (int) (((entry.hash >>> 32) * chunks) >>> 32);
                while (encoded.size() < index) {
                    encoded.add(ChunkCodec.encode(encoded.size(), home, chunk));
                    chunk.clear();
                }
                chunk.add(entry.member);
            }
            bucket.clear();
        }
        while (encoded.size() < chunks) {
            encoded.add(ChunkCodec.encode(encoded.size(), home, chunk));
            chunk.clear();
        }
        return encoded;
    }

    private long hash(String path) {
        try {
            MessageDigest digest = (MessageDigest) seeded.clone();
            return ByteBuffer.wrap(digest.digest(path.getBytes(StandardCharsets.UTF_8))).getLong();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError("The platform's SHA-256 can be cloned", impossible);
        }
    }
}
