package dev.tally.manifest;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * The text of a manifest. Whether it is compressed is told by its first bytes; a stated content encoding that they
 * belie is a fault. The text is UTF-8, with or without a byte order mark.
 */
public final class ManifestText {
    /** So many bytes a text has at most once decompressed. */
    static final long MOST_BYTES = 2L << 30;

    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** Encodings that change nothing: S3 itself keeps the second one off what it stores, other stores may not. */
    private static final List<String> TRANSPARENT = List.of("", "identity", "aws-chunked");

    /** How texts begin, byte order mark or not: JSON begins with ASCII, so a zero byte tells. The first match counts. */
    private static final Map<String, Pattern> WIDE_ENCODINGS = new LinkedHashMap<>();

    static {
        WIDE_ENCODINGS.put("UTF-32BE", Pattern.compile("0000feff|000000.."));
        WIDE_ENCODINGS.put("UTF-32LE", Pattern.compile("fffe0000|..000000"));
        WIDE_ENCODINGS.put("UTF-16BE", Pattern.compile("feff.*|00.*"));
        WIDE_ENCODINGS.put("UTF-16LE", Pattern.compile("fffe.*|..00.*"));
    }

    private ManifestText() {}

    /**
     * Opens the text.
     *
     * @param stated the content encoding that the object has been stored with
     * @throws UnreadableManifestException if it cannot be text, then or later
     */
    static Reader open(InputStream in, Optional<String> stated) throws IOException {
        InputStream bytes = decompressed(in, stated);
        refuseWideText(peek(bytes, 4));
        if (startsWith(bytes, BYTE_ORDER_MARK)) {
            bytes.skipNBytes(BYTE_ORDER_MARK.length);
        }
        return new InputStreamReader(new Utf8Guard(bytes, MOST_BYTES), StandardCharsets.UTF_8);
    }

    /**
     * Opens the bytes of the text, decompressed where they are compressed. A gzip file may have several members.
     *
     * @param stated the content encoding that the object has been stored with
     * @throws IOException if they cannot be text, then or later; failures of {@code in} itself are unchecked
     */
    public static InputStream decompressed(InputStream in, Optional<String> stated) throws IOException {
        InputStream bytes = new SourceStream(in);
        boolean compressed = startsWith(bytes, GZIP);
        check(stated.orElse(""), compressed, bytes);
        if (compressed) {
            bytes = new BufferedInputStream(new GZIPInputStream(bytes));
            if (startsWith(bytes, GZIP)) {
                throw new UnreadableManifestException("gzip within gzip; compress it once");
            }
        }
        return bytes;
    }

    private static void check(String stated, boolean compressed, InputStream bytes)
            throws IOException {
        for (String each : stated.split(",", -1)) {
            String encoding = each.strip().toLowerCase(Locale.ROOT);
            if (encoding.equals("gzip") || encoding.equals("x-gzip")) {
                if (!compressed) {
                    throw new UnreadableManifestException("stored with Content-Encoding \"" + encoding
                            + "\", but the content is not gzip: it begins with " + hex(peek(bytes, 4)));
                }
            } else if (!TRANSPARENT.contains(encoding)) {
                throw new UnreadableManifestException(
                        "stored with Content-Encoding \"" + encoding + "\"; gzip or none can be read");
            }
        }
    }

    private static void refuseWideText(byte[] first) throws UnreadableManifestException {
        String begin = HexFormat.of().formatHex(first);
        for (Map.Entry<String, Pattern> encoding : WIDE_ENCODINGS.entrySet()) {
            if (encoding.getValue().matcher(begin).matches()) {
                throw new UnreadableManifestException("the text is " + encoding.getKey() + "; save it as UTF-8");
            }
        }
    }

    private static boolean startsWith(InputStream bytes, byte[] prefix) throws IOException {
        return Arrays.equals(peek(bytes, prefix.length), prefix);
    }

    private static byte[] peek(InputStream bytes, int count) throws IOException {
        bytes.mark(count);
        byte[] next = bytes.readNBytes(count);
        bytes.reset();
        return next;
    }

    private static String hex(byte[] bytes) {
        return bytes.length == 0 ? "nothing" : "0x" + HexFormat.of().withUpperCase().formatHex(bytes);
    }
}
