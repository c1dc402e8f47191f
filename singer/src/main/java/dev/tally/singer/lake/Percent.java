package dev.tally.singer.lake;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** Percent-encoding (RFC 3986, section 2.1) of names that become a part of a path. */
final class Percent {
    private Percent() {}

    /**
     * All but {@code A-Z a-z 0-9 . _ -} becomes its UTF-8 in hexadecimal, as does a dot at the beginning.
     *
     * @throws IllegalArgumentException for an empty name
     */
    static String encode(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A name of no letters cannot be a part of a path");
        }
        var encoded = new StringBuilder();
        for (byte value : name.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(value) && (value != '.' || !encoded.isEmpty())) {
                encoded.append((char) value);
            } else {
                encoded.append(String.format(Locale.ROOT, "%%%02X", value));
            }
        }
        return encoded.toString();
    }

    /** What is not encoded stays as it is, a percent sign without two digits too. */
    static String decode(String encoded) {
        byte[] text = encoded.getBytes(StandardCharsets.UTF_8);
        var decoded = new ByteArrayOutputStream(text.length);
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '%' && i + 2 < text.length && HexFormat.isHexDigit(text[i + 1])
                    && HexFormat.isHexDigit(text[i + 2])) {
                decoded.write(HexFormat.fromHexDigit(text[i + 1]) << 4 | HexFormat.fromHexDigit(text[i + 2]));
                i += 2;
            } else {
                decoded.write(text[i]);
            }
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }

    private static boolean isPlain(byte value) {
        return (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z') || (value >= '0' && value <= '9')
                || value == '.' || value == '_' || value == '-';
    }
}
