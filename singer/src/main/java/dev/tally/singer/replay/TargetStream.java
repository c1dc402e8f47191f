package dev.tally.singer.replay;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** What a target reads. That it does not read any more is told apart from a lake that cannot be read. */
final class TargetStream extends FilterOutputStream {
    TargetStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        try {
            out.write(bytes, offset, length);
        } catch (IOException gone) {
            throw new TargetGoneException(gone);
        }
    }

    @Override
    public void write(int one) {
        write(new byte[]{(byte) one}, 0, 1);
    }

    @Override
    public void flush() {
        try {
            out.flush();
        } catch (IOException gone) {
            throw new TargetGoneException(gone);
        }
    }

    /** What a program's pipe keeps back is written now. */
    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException gone) {
            throw new TargetGoneException(gone);
        }
    }
}
