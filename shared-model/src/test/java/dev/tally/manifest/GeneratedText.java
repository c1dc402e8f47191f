package dev.tally.manifest;

import java.io.InputStream;
import java.util.function.IntFunction;

/** The text of a manifest that is made while it is read. */
final class GeneratedText extends InputStream {
    private final int members;
    private final IntFunction<String> member;
    private byte[] part = Manifests.utf8("{\"tallyManifest\":1,\"members\":[");
    private int parts;
    private int next;

    /** A manifest of so many members, one on each line. */
    GeneratedText(int members, IntFunction<String> member) {
        this.members = members;
        this.member = member;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (next == part.length) {
            if (parts > members) {
                return -1;
            }
            part = Manifests.utf8(parts == members ? "]}" : (parts == 0 ? "" : ",\n") + member.apply(parts));
            parts++;
            next = 0;
        }
        int count = Math.min(length, part.length - next);
        System.arraycopy(part, next, target, offset, count);
        next += count;
        return count;
    }
}
