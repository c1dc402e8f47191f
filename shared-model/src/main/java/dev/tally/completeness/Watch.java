package dev.tally.completeness;

import java.util.BitSet;

import dev.tally.delivery.DeliveryKey;

/**
 * A chunk of a delivery waits at a file's door. Its text, read from the right, is
 *
 * <pre>
 *   dataset "/" name "@" revision "#" chunk "/" chunks ["~" seen]       seen in hexadecimal, left out if 0
 * </pre>
 *
 * @param chunk 0 to {@code chunks - 1}
 * @param chunks how many the delivery has, 1 to {@link Chunk#MOST}; so who wakes a watch knows how large its delivery
 *               is
 * @param seen which of the {@value #SIGHT} members behind the watched one were there when the watch was set, the next
 *             one lowest; so who wakes it need not look at them again
 */
public record Watch(DeliveryKey delivery, int chunk, int chunks, long seen) {
    private static final int SIGHT = Long.SIZE;

    public Watch {
        if (chunks < 1 || chunks > Chunk.MOST || chunk < 0 || chunk >= chunks) {
            throw new IllegalArgumentException("No chunk " + chunk + " of " + chunks + " in " + delivery);
        }
    }

    /** One that has seen nothing. */
    public Watch(DeliveryKey delivery, int chunk, int chunks) {
        this(delivery, chunk, chunks, 0);
    }

    public static Watch parse(String text) {
        int hash = text.lastIndexOf('#');
        int slash = text.lastIndexOf('/');
        if (hash < 0 || slash < hash) {
            throw new IllegalArgumentException(
                    "A watch is written <dataset>/<name>@<revision>#<chunk>/<chunks>, not \"" + text + '"');
        }
        int tilde = text.indexOf('~', slash);
        int end = tilde < 0 ? text.length() : tilde;
        long seen = tilde < 0 ? 0 : Long.parseUnsignedLong(text, tilde + 1, text.length(), 16);
        return new Watch(DeliveryKey.parse(text.substring(0, hash)), Integer.parseInt(text, hash + 1, slash, 10),
                Integer.parseInt(text, slash + 1, end, 10), seen);
    }

    /** The same chunk's watch at another member, with what of the members behind that is known to be there. */
    Watch at(int position, BitSet there) {
        long[] behind = there.get(position + 1, position + 1 + SIGHT).toLongArray();
        return new Watch(delivery, chunk, chunks, behind.length == 0 ? 0 : behind[0]);
    }

    /** The positions in the chunk that were seen from one of them. */
    BitSet seenFrom(int position) {
        BitSet positions = new BitSet();
        BitSet.valueOf(new long[]{seen}).stream().forEach(behind -> positions.set(position + 1 + behind));
        return positions;
    }

    @Override
    public String toString() {
        return delivery + "#" + chunk + '/' + chunks + (seen == 0 ? "" : '~' + Long.toHexString(seen));
    }
}
