package dev.tally.storage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The lines of a byte range of an object, which begins and ends between lines. Read in blocks, so that no connection
 * stays open while lines are worked on. Not thread-safe.
 */
public final class Lines {
    private static final int BLOCK = 1 << 20;

    private final ObjectReader reader;
    private final ObjectVersion object;
    private final long end;
    private final int block;
    private byte[] buffer = {};
    private int position;
    private long bufferOffset;

    public Lines(ObjectReader reader, ObjectVersion object, long from, long to) {
        this(reader, object, from, to, BLOCK);
    }

    Lines(ObjectReader reader, ObjectVersion object, long from, long to, int block) {
        this.reader = reader;
        this.object = object;
        this.bufferOffset = from;
        this.end = to;
        this.block = block;
    }

    /**
     * A line without its end.
     *
     * @param offset where it begins
     * @param next where the next one begins
     */
    public record Line(long offset, long next, String text) {}

    /** The next lines, fewer than asked for only at the end. */
    public List<Line> next(int most) {
        List<Line> lines = new ArrayList<>();
        while (lines.size() < most && bufferOffset + position < end) {
            lines.add(line());
        }
        return lines;
    }

    private Line line() {
        int newline = find(position);
        while (newline < 0) {
            int searched = buffer.length - position;
            fill();
            newline = find(searched);
        }
        long offset = bufferOffset + position;
        String text = new String(buffer, position, newline - position, StandardCharsets.UTF_8);
        position = newline + 1;
        return new Line(offset, bufferOffset + position, text);
    }

    private int find(int from) {
        for (int i = from; i < buffer.length; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** Drops what was handed out, and reads a block more. */
    private void fill() {
        long readTo = bufferOffset + buffer.length;
        if (readTo >= end) {
            throw new IllegalStateException(object + " does not end a line at " + end);
        }
        byte[] more = reader.read(object, readTo, (int) Math.min(block, end - readTo));
        byte[] joined = Arrays.copyOfRange(buffer, position, buffer.length + more.length);
        System.arraycopy(more, 0, joined, buffer.length - position, more.length);
        bufferOffset += position;
        position = 0;
        buffer = joined;
    }
}
