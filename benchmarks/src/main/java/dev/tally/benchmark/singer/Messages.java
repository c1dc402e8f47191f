package dev.tally.benchmark.singer;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** What a tap would say: a SCHEMA, and RECORDs of about 200 bytes that differ as those of a table do. Made while it is read. */
final class Messages extends InputStream {
    private static final String SCHEMA = """
            {"type":"SCHEMA","stream":"users","schema":{"properties":{"id":{"type":"integer"}}},"key_properties":["id"]}
            """;

    private final long records;
    private long made;
    private byte[] line = SCHEMA.getBytes(StandardCharsets.UTF_8);
    private int at;

    Messages(long records) {
        this.records = records;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** As much as fits, whole lines or not, as a pipe would. */
    @Override
    public int read(byte[] target, int offset, int length) {
        int filled = 0;
        while (filled < length && (at < line.length || next())) {
            int count = Math.min(length - filled, line.length - at);
            System.arraycopy(line, at, target, offset + filled, count);
            at += count;
            filled += count;
        }
        return filled == 0 ? -1 : filled;
    }

    private boolean next() {
        if (made == records) {
            return false;
        }
        made++;
        long mixed = made * 0x9e3779b97f4a7c15L;
        line = ("{\"type\":\"RECORD\",\"stream\":\"users\",\"record\":{\"id\":" + made + ",\"name\":\"User "
                + Long.toHexString(mixed)
                + "\",\"email\":\"user" + made + "@example.org\",\"active\":true,\"score\":" + (mixed >>> 44)
                + ".5},\"time_extracted\":\"2026-11-30T17:24:20.797328+00:00\"}\n").getBytes(StandardCharsets.UTF_8);
        at = 0;
        return true;
    }
}
