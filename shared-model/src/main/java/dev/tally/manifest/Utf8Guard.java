package dev.tally.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * Lets well-formed UTF-8 pass (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF) and knows the line
 * and column of the first byte that is not. Also bounds the size of the text.
 */
final class Utf8Guard extends InputStream {
    private final InputStream in;
    private final long most;
    private long read;
    private int line = 1;
    private int column;
    private boolean afterReturn;
    private int missing;
    private int lowest = 0x80;
    private int highest = 0xbf;
    private int first;
    private boolean wrong;

    /**
     * Guards a stream.
     *
     * @param most bytes that may come
     */
    Utf8Guard(InputStream in, long most) {
        this.in = in;
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (wrong) {
            throw malformed();
        }
        int count = in.read(target, offset, length);
        if (count < 0) {
            if (missing > 0) {
                throw malformed();
            }
            return -1;
        }
        read += count;
        if (read > most) {
            throw new UnreadableManifestException("the text is longer than " + most + " bytes");
        }
        for (int i = offset; i < offset + count; i++) {
            if (!accept(target[i] & 0xff)) {
                wrong = true;
                return checkedBefore(i - offset);
            }
        }
        return count;
    }

    /** What came before the wrong byte is still passed on, so that faults are told in their order. */
    private int checkedBefore(int count) throws UnreadableManifestException {
        if (count == 0) {
            throw malformed();
        }
        return count;
    }

    private UnreadableManifestException malformed() {
        return new UnreadableManifestException(String.format(Locale.ROOT,
                "the text is not UTF-8: no character begins with byte 0x%02X here; is it Latin-1 or Windows-1252?",
                first), line, column);
    }

    private boolean accept(int value) {
        if (missing > 0) {
            boolean continues = value >= lowest && value <= highest;
            lowest = 0x80;
            highest = 0xbf;
            missing--;
            return continues;
        }
        if (value == '\n' || value == '\r') {
            line += value == '\n' && afterReturn ? 0 : 1;
            column = 0;
        } else {
            column += value < 0xf0 ? 1 : 2;
        }
        afterReturn = value == '\r';
        first = value;
        return value < 0x80 || begin(value);
    }

    /** The first byte of several: the table 3-7 of the Unicode standard. */
    private boolean begin(int value) {
        if (value < 0xc2 || value > 0xf4) {
            return false;
        }
        missing = value < 0xe0 ? 1 : value < 0xf0 ? 2 : 3;
        switch (value) {
            case 0xe0 -> lowest = 0xa0;
            case 0xed -> highest = 0x9f;
            case 0xf0 -> lowest = 0x90;
            case 0xf4 -> highest = 0x8f;
            default -> {
                // every continuation will do
            }
        }
        return true;
    }
}
