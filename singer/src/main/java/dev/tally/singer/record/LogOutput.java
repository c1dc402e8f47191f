package dev.tally.singer.record;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.zip.GZIPOutputStream;

import dev.tally.fixity.Sha256;
import dev.tally.singer.lake.Facts.Stored;

/**
 * The bytes of a log file on their way to the disk: hashed, compressed if they are to be (one gzip member, without a time), hashed again.
 */
final class LogOutput implements Closeable {
    private static final int GZIP_BUFFER = 64 * 1024;

    private final FileChannel file;
    private final MessageDigest contentHash = Sha256.start();
    private final Storing storing;
    private final OutputStream out;
    private final boolean compressed;
    private long contentBytes;

    /** @param growing whether readers are to see what was written as soon as it is flushed */
    LogOutput(FileChannel file, OptionalInt gzipLevel, boolean growing) throws IOException {
        this.file = file;
        compressed = gzipLevel.isPresent();
        storing = new Storing(compressed);
        out = compressed ? new Gzip(storing, gzipLevel.getAsInt(), growing) : storing;
    }

    void write(byte[] bytes, int from, int to) throws IOException {
        out.write(bytes, from, to - from);
        contentHash.update(bytes, from, to - from);
        contentBytes += to - from;
    }

    void flush() throws IOException {
        out.flush();
    }

    /** Makes sure that what was flushed outlasts a loss of power. */
    void force() throws IOException {
        file.force(false);
    }

    /** Of the file, with what is not durable yet. */
    long storedBytes() {
        return storing.bytes;
    }

    long contentBytes() {
        return contentBytes;
    }

    /** Ends the file, durably. */
    Finished finish() throws IOException {
        if (out instanceof Gzip gzip) {
            gzip.finish();
        }
        file.force(true);
        String sha256 = HexFormat.of().formatHex(contentHash.digest());
        return new Finished(contentBytes, sha256, new Stored(storing.bytes,
                compressed ? HexFormat.of().formatHex(storing.hash.digest()) : sha256));
    }

    /** What a finished file is. */
    record Finished(long bytes, String sha256, Stored stored) {}

    @Override
    public void close() throws IOException {
        if (out instanceof Gzip gzip) {
            gzip.release();
        }
        file.close();
    }

    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out, int level, boolean growing) throws IOException {
            super(out, GZIP_BUFFER, growing);
            def.setLevel(level);
        }

        void release() {
            def.end();
        }
    }

    /** What is stored; hashed only if it is not the content itself. */
    private final class Storing extends OutputStream {
        private final MessageDigest hash = Sha256.start();
        private final boolean hashed;
        private long bytes;

        Storing(boolean hashed) {
            this.hashed = hashed;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[]{(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] content, int offset, int length) throws IOException {
            ByteBuffer rest = ByteBuffer.wrap(content, offset, length);
            while (rest.hasRemaining()) {
                file.write(rest);
            }
            bytes += length;
            if (hashed) {
                hash.update(content, offset, length);
            }
        }
    }
}
