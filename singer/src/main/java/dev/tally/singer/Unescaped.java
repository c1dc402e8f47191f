package dev.tally.singer;

import java.util.Arrays;

/**
 * The content of a JSON text as UTF-8, its escapes (RFC 8259, section 7) resolved. What is no escape stays as it is. A lone surrogate
 * becomes the three bytes that UTF-8 would have for it, so that different texts remain different.
 */
final class Unescaped {
    private byte[] bytes = new byte[1024];
    private int length;

    void read(byte[] text, int from, int to) {
        if (bytes.length < to - from) {
            bytes = new byte[to - from];
        }
        length = 0;
        int at = from;
        while (at < to) {
            if (text[at] != '\\' || at + 1 == to) {
                bytes[length++] = text[at++];
            } else if (text[at + 1] == 'u') {
                at = readUnicode(text, at, to);
            } else {
                bytes[length++] = meaning(text[at + 1]);
                at += 2;
            }
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(bytes, length));
    }

    private static byte meaning(byte escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escape;
        };
    }

    /** @return behind what was read */
    private int readUnicode(byte[] text, int at, int to) {
        int unit = unit(text, at, to);
        if (unit < 0) {
            bytes[length++] = text[at];
            return at + 1;
        }
        if (Character.isHighSurrogate((char) unit)) {
            int low = unit(text, at + 6, to);
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                write(Character.toCodePoint((char) unit, (char) low));
                return at + 12;
            }
        }
        write(unit);
        return at + 6;
    }

    /** The UTF-16 unit of an escape, or -1 if there is none. */
    private static int unit(byte[] text, int at, int to) {
        if (at + 6 > to || text[at] != '\\' || text[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = text[i] < 0 ? -1 : Character.digit(text[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    /** Never more bytes than the escape had. */
    private void write(int point) {
        if (point < 0x80) {
            bytes[length++] = (byte) point;
        } else if (point < 0x800) {
            bytes[length++] = (byte) (0xc0 | (point >> 6));
            writeSixBits(point);
        } else if (point < 0x10000) {
            bytes[length++] = (byte) (0xe0 | (point >> 12));
            writeSixBits(point >> 6);
            writeSixBits(point);
        } else {
            bytes[length++] = (byte) (0xf0 | (point >> 18));
            writeSixBits(point >> 12);
            writeSixBits(point >> 6);
            writeSixBits(point);
        }
    }

    private void writeSixBits(int bits) {
        bytes[length++] = (byte) (0x80 | (bits & 0x3f));
    }
}
