package dev.tally.fixity;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 by the platform, whose code uses the processor's instructions for it. */
public final class Sha256 {
    private Sha256() {}

    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every Java platform has SHA-256", impossible);
        }
    }

    /** Of a text in UTF-8, in lower case. */
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** In lower case. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(start().digest(bytes));
    }

    /** Of all that comes, in lower case; the stream stays open. */
    public static String hex(InputStream in) throws IOException {
        MessageDigest hash = start();
        var buffer = new byte[64 * 1024];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            hash.update(buffer, 0, count);
        }
        return HexFormat.of().formatHex(hash.digest());
    }
}
