package dev.tally.singer.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

import dev.tally.fixity.Sha256;

/** Passes on as many bytes as are wanted, and computes their SHA-256 by the platform, whose code uses the processor's instructions. */
final class HashingStream extends FilterInputStream {
    private final MessageDigest hash = Sha256.start();
    private long left;

    /** @param limit where it ends, if there is more */
    HashingStream(InputStream in, long limit) {
        super(in);
        left = limit;
    }

    /** Of what was read. */
    String hex() {
        return HexFormat.of().formatHex(hash.digest());
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = left == 0 ? -1 : super.read(buffer, offset, (int) Math.min(left, length));
        if (count > 0) {
            hash.update(buffer, offset, count);
            left -= count;
        }
        return count;
    }
}
