package dev.tally.singer.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A part of a file, which may grow behind it. */
final class FileRange extends InputStream {
    private final FileChannel file;
    private final long end;
    private long at;

    FileRange(Path path, long from, long to) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ);
        at = from;
        end = to;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (at == end) {
            return -1;
        }
        int count = file.read(ByteBuffer.wrap(target, offset, (int) Math.min(length, end - at)), at);
        if (count < 0) {
            throw new IOException("The spool ends at " + at + ", before " + end);
        }
        at += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
