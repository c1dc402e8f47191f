package dev.tally.singer.record;

import java.io.IOException;

/** Lines that lie side by side in a buffer, to be written together. The buffer must not change before they are. */
final class LineRun {
    private byte[] buffer = {};
    private int from;
    private int to;

    /** Where lines are written to. */
    interface Sink {
        void write(byte[] buffer, int from, int to) throws IOException;
    }

    int length() {
        return to - from;
    }

    /** @return false if the line does not lie behind the others; these have to be written first */
    @SuppressWarnings("ReferenceEquality") // the very same buffer is meant
    boolean add(byte[] lines, int start, int end) {
        if (from < to && (lines != buffer || start != to)) {
            return false;
        }
        if (from == to) {
            buffer = lines;
            from = start;
        }
        to = end;
        return true;
    }

    /** Writes them and forgets them, even if that fails. */
    void writeTo(Sink sink) throws IOException {
        if (from < to) {
            int start = from;
            from = to;
            sink.write(buffer, start, to);
        }
    }
}
