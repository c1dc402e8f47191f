package dev.tally.singer.read;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;

/**
 * Uncompresses what is gzip, by its first bytes and not by its name, and leaves the rest as it is.
 *
 * <p>The JDK's stream stops after a member of a gzip file if the stream below says at that moment that nothing is available, which one
 * from the network does (JDK-7036144). So it is asked here for a byte instead: it has none at its end alone.
 */
final class Gunzip {
    private static final int FIRST = 0x1f;
    private static final int SECOND = 0x8b;
    private static final int BUFFER = 64 * 1024;

    private Gunzip() {}

    static InputStream open(InputStream stored) throws IOException {
        var in = new Asked(stored);
        int first = in.read();
        int second = in.read();
        if (second >= 0) {
            in.unread(second);
        }
        if (first >= 0) {
            in.unread(first);
        }
        return first == FIRST && second == SECOND ? new GZIPInputStream(in, BUFFER) : in;
    }

    private static final class Asked extends PushbackInputStream {
        Asked(InputStream in) {
            super(in, 2);
        }

        @Override
        public int available() throws IOException {
            int next = read();
            if (next < 0) {
                return 0;
            }
            unread(next);
            return 1;
        }
    }
}
