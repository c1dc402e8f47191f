package dev.tally.manifest;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The bytes as they come from outside. Failures of the stream itself are unchecked, so that they cannot be taken for
 * faults of the content, which pass as {@link IOException}s through the streams above. Closing it leaves the stream
 * below open, which is the caller's.
 */
final class SourceStream extends BufferedInputStream {
    private static final int BUFFER = 32 * 1024;

    SourceStream(InputStream in) {
        super(new Outside(in), BUFFER);
    }

    /** 0 only at the end, since gzip takes that for the sign that no further part follows. */
    @Override
    public synchronized int available() throws IOException {
        mark(1);
        int next = read();
        reset();
        return next < 0 ? 0 : 1;
    }

    private static final class Outside extends InputStream {
        private final InputStream in;

        private Outside(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() {
            try {
                return in.read();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            try {
                return in.read(target, offset, length);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
