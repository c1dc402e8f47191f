package dev.tally.completeness;

import java.util.List;

import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.manifest.Member;

/**
 * A part of a delivery's members, in the order in which they are watched.
 *
 * @param index 0 or more
 */
public record Chunk(int index, List<Member> members) {
    /** So many chunks a delivery has at most. */
    public static final int MOST = 256;

    /** So many members a chunk has, as long as that makes no more than {@link #MOST} chunks. */
    public static final int USUAL_SIZE = 400;

    public Chunk {
        members = List.copyOf(members);
    }

    /**
     * Reads a chunk as it is stored.
     *
     * @throws IllegalArgumentException if the bytes are not a chunk's
     */
    public static Chunk decode(DeliveryKey delivery, int index, byte[] encoded) {
        return new Chunk(index, new MemberOrder(delivery.revision()).sort(ChunkCodec.decode(encoded)));
    }

    /** How many chunks so many members are dealt to. */
    public static int count(long members) {
        return (int) Math.max(1, Math.min(MOST, (members + USUAL_SIZE - 1) / USUAL_SIZE));
    }

    /** The index of the chunk that has the member with a path, if the delivery has one. */
    public static int of(DeliveryKey delivery, String path, int chunks) {
        return new MemberOrder(delivery.revision()).chunk(path, chunks);
    }

    /** Where a file stands in it, or -1. */
    public int position(FileRef file) {
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).file().equals(file)) {
                return i;
            }
        }
        return -1;
    }
}
