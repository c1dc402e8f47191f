package dev.tally.singer;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into lines. A line lies in {@link #buffer} from {@link #start} to {@link #end}, its line feed included,
 * until more is read. The buffer grows with the longest line (a line may have up to 2 GiB) and with nothing else. What the bytes
 * mean does not matter here: a carriage return belongs to its line.
 */
public final class LineReader {
    /** As much as a pipe of Linux holds, twice. */
    private static final int FIRST_CAPACITY = 128 * 1024;
    private static final VarHandle EIGHT_BYTES = MethodHandles.byteArrayViewVarHandle(long[].class,
            ByteOrder.LITTLE_ENDIAN);
    private static final long EIGHT_ONES = 0x0101_0101_0101_0101L;
    private static final long EIGHT_HIGH_BITS = EIGHT_ONES << 7;
    private static final long EIGHT_FEEDS = '\n' * EIGHT_ONES;
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private final InputStream in;
    private byte[] buffer = new byte[FIRST_CAPACITY];
    private int start;
    private int end;
    // Up to where no line feed was found yet, and how far the buffer is filled.
    private int searched;
    private int filled;
    private boolean atEnd;

    public LineReader(InputStream in) {
        this.in = in;
    }

    /**
     * Goes to the next line, and reads more if it must.
     *
     * @return false at the end of the stream; a last line without a line feed is a line
     * @throws IOException if the stream fails, or if a line has more than 2 GiB
     */
    public boolean next() throws IOException {
        while (!nextRead()) {
            if (!readMore()) {
                return nextUnterminated();
            }
        }
        return true;
    }

    /** Goes to the next line if all of it was read already. Lines that follow one another lie side by side. */
    public boolean nextRead() {
        int feed = indexOfFeed();
        if (feed < 0) {
            return false;
        }
        start = end;
        end = feed + 1;
        searched = end;
        return true;
    }

    /**
     * Reads once: waits until there is something, and takes what there is. Lines that were read before are gone.
     *
     * @return false at the end of the stream
     */
    public boolean readMore() throws IOException {
        if (!atEnd) {
            makeRoom();
            int count = in.read(buffer, filled, buffer.length - filled);
            atEnd = count < 0;
            filled += Math.max(0, count);
        }
        return !atEnd;
    }

    /** Goes to what stands behind the last line feed; to be called at the end of the stream. */
    public boolean nextUnterminated() {
        start = end;
        end = filled;
        searched = filled;
        return end > start;
    }

    /** Whether the line ends with a line feed. */
    public boolean isTerminated() {
        return end > start && buffer[end - 1] == '\n';
    }

    public byte[] buffer() {
        return buffer;
    }

    public int start() {
        return start;
    }

    /** Behind the line's last byte. */
    public int end() {
        return end;
    }

    private int indexOfFeed() {
        int at = searched;
        for (; at <= filled - Long.BYTES; at += Long.BYTES) {
            long feeds = feeds((long) EIGHT_BYTES.get(buffer, at));
            if (feeds != 0) {
                return at + Long.numberOfTrailingZeros(feeds) / Byte.SIZE;
            }
        }
        for (; at < filled; at++) {
            if (buffer[at] == '\n') {
                return at;
            }
        }
        searched = filled;
        return -1;
    }

    /** Has the highest bit of the first byte set that is a line feed, and no bit before it; 0 if none is. */
    private static long feeds(long eightBytes) {
        long others = eightBytes ^ EIGHT_FEEDS;
        return (others - EIGHT_ONES) & ~others & EIGHT_HIGH_BITS;
    }

    private void makeRoom() throws IOException {
        if (end > 0) {
            System.arraycopy(buffer, end, buffer, 0, filled - end);
            filled -= end;
            searched -= end;
            start = 0;
            end = 0;
        }
        if (filled == buffer.length) {
            if (filled == LARGEST) {
                throw new IOException("A line is longer than 2 GiB.");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(LARGEST, 2L * filled));
        }
    }
}
