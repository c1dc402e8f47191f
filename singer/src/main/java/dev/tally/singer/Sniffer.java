package dev.tally.singer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds out which message a line is, and of which stream: the texts {@code type} and {@code stream} of the outermost object,
 * at any position, with any spacing, with escapes in names and values. It reads no further than it has to, allocates nothing
 * while names are shorter than 1 KiB, and never throws, whatever the bytes are. One thread at a time may use it.
 *
 * <pre>
 * line   = ws "{" [ member *( "," member ) ] "}" ws      ws = *( space / tab / CR / LF )
 * member = ws text ws ":" ws value ws                    as in RFC 8259
 * </pre>
 *
 * For valid JSON its answer is exact; of a name that stands twice, the first counts. It does not look at what it can skip, so a
 * line that is broken elsewhere can be taken for a message: whether all of it is JSON is for a verifier to say.
 */
public final class Sniffer {
    private static final byte[] TYPE = "type".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] STREAM = "stream".getBytes(StandardCharsets.US_ASCII);

    private final Unescaped unescaped = new Unescaped();
    private byte[] bytes = {};
    private int at;
    private int end;
    // The text that was read last, between its quotes.
    private int textFrom;
    private int textTo;
    private boolean textEscaped;

    private MessageType type = MessageType.INVALID;
    private boolean typed;
    private byte[] streamBytes = {};
    private int streamFrom;
    private int streamTo;
    private boolean streamed;

    /**
     * Looks at a line.
     *
     * @param line bytes that stay as they are until the next call if the stream is asked for
     * @param from of its first byte
     * @param to behind its last; whether a line feed belongs to it does not matter
     */
    public MessageType sniff(byte[] line, int from, int to) {
        bytes = line;
        at = from;
        end = to;
        typed = false;
        streamed = false;
        while (end > at && isSpace(bytes[end - 1])) {
            end--;
        }
        type = end - at >= 2 && bytes[end - 1] == '}' && readMembers() ? type : MessageType.INVALID;
        return type;
    }

    /** Whether the line that was looked at names a stream. It does if its type is of a stream; otherwise it may. */
    public boolean hasStream() {
        return streamed;
    }

    /** Where the stream's name is, as UTF-8 without escapes: from {@link #streamFrom} to {@link #streamTo}. */
    public byte[] streamBytes() {
        return streamBytes;
    }

    public int streamFrom() {
        return streamFrom;
    }

    public int streamTo() {
        return streamTo;
    }

    /** The stream's name; what is no UTF-8 in it becomes U+FFFD. */
    public String stream() {
        return new String(streamBytes, streamFrom, streamTo - streamFrom, StandardCharsets.UTF_8);
    }

    /** @return whether there is a message */
    private boolean readMembers() {
        skipSpace();
        if (next() != '{') {
            return false;
        }
        int separator;
        do {
            if (!readMember()) {
                return false;
            }
            if (typed && (streamed || !type.isOfStream())) {
                return true;
            }
            skipSpace();
            separator = next();
        } while (separator == ',');
        return separator == '}' && at == end && typed && !type.isOfStream();
    }

    private boolean readMember() {
        skipSpace();
        if (!readText()) {
            return false;
        }
        boolean isType = !typed && nameIs(TYPE);
        boolean isStream = !isType && !streamed && nameIs(STREAM);
        skipSpace();
        if (next() != ':') {
            return false;
        }
        skipSpace();
        if (at < end && bytes[at] == '"' && (isType || isStream)) {
            return readText() && (isType ? takeType() : takeStream());
        }
        return skipValue();
    }

    private boolean takeType() {
        if (textEscaped) {
            unescaped.read(bytes, textFrom, textTo);
            type = MessageType.of(unescaped.bytes(), 0, unescaped.length());
        } else {
            type = MessageType.of(bytes, textFrom, textTo);
        }
        typed = true;
        return true;
    }

    private boolean takeStream() {
        if (textEscaped) {
            unescaped.read(bytes, textFrom, textTo);
            streamBytes = Arrays.copyOf(unescaped.bytes(), unescaped.length());
            streamFrom = 0;
            streamTo = unescaped.length();
        } else {
            streamBytes = bytes;
            streamFrom = textFrom;
            streamTo = textTo;
        }
        streamed = true;
        return true;
    }

    private boolean nameIs(byte[] name) {
        if (!textEscaped) {
            return textTo - textFrom == name.length
                    && Arrays.equals(bytes, textFrom, textTo, name, 0, name.length);
        }
        if (textTo - textFrom > 6 * name.length) {
            return false;
        }
        unescaped.read(bytes, textFrom, textTo);
        return Arrays.equals(unescaped.bytes(), 0, unescaped.length(), name, 0, name.length);
    }

    private int next() {
        return at < end ? bytes[at++] : -1;
    }

    private void skipSpace() {
        while (at < end && isSpace(bytes[at])) {
            at++;
        }
    }

    private static boolean isSpace(byte value) {
        return value == ' ' || value == '\t' || value == '\r' || value == '\n';
    }

    private boolean readText() {
        if (next() != '"') {
            return false;
        }
        textFrom = at;
        textEscaped = false;
        while (at < end) {
            byte value = bytes[at++];
            if (value == '"') {
                textTo = at - 1;
                return true;
            }
            if (value == '\\') {
                textEscaped = true;
                at++;
            }
        }
        return false;
    }

    private boolean skipValue() {
        int depth = 0;
        do {
            if (at >= end) {
                return false;
            }
            switch (bytes[at]) {
                case '"' -> {
                    if (!readText()) {
                        return false;
                    }
                }
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    if (depth == 0) {
                        return false;
                    }
                    depth--;
                    at++;
                }
                case ',', ':' -> {
                    if (depth == 0) {
                        return false;
                    }
                    at++;
                }
                default -> skipScalar();
            }
        } while (depth > 0);
        return true;
    }

    /** A number, a word, or the space between values. */
    private void skipScalar() {
        do {
            at++;
        } while (at < end && !isStructure(bytes[at]));
    }

    private static boolean isStructure(byte value) {
        return switch (value) {
            case '"', '{', '}', '[', ']', ',', ':' -> true;
            default -> false;
        };
    }
}
