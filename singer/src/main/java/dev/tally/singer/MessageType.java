package dev.tally.singer;

/** What a line of a Singer stream is. */
public enum MessageType {
    RECORD("record", true), SCHEMA("schema", true), STATE("state", false), BATCH("batch",
            true), ACTIVATE_VERSION("activate_version", true),
    /** A message of a type that is not among the others; the Singer specification permits any. */
    OTHER("", false),
    /** No message: not an object, without a type, or without the stream that its type has to have. */
    INVALID("", false);

    private final String lowerCase;
    private final boolean ofStream;

    MessageType(String lowerCase, boolean ofStream) {
        this.lowerCase = lowerCase;
        this.ofStream = ofStream;
    }

    /** Whether such a message belongs to a stream and has to name it. */
    public boolean isOfStream() {
        return ofStream;
    }

    /** Whether a target has to know the stream's schema before such a message. */
    public boolean needsSchema() {
        return ofStream && this != SCHEMA;
    }

    /** The type by its name in bytes, in upper or lower case. */
    static MessageType of(byte[] bytes, int from, int to) {
        return switch (to - from) {
            case 5 -> STATE.isNamed(bytes, from) ? STATE : BATCH.isNamed(bytes, from) ? BATCH : OTHER;
            case 6 -> RECORD.isNamed(bytes, from) ? RECORD : SCHEMA.isNamed(bytes, from) ? SCHEMA : OTHER;
            case 16 -> ACTIVATE_VERSION.isNamed(bytes, from) ? ACTIVATE_VERSION : OTHER;
            default -> OTHER;
        };
    }

    private boolean isNamed(byte[] bytes, int from) {
        for (int i = 0; i < lowerCase.length(); i++) {
            int letter = bytes[from + i];
            if (letter >= 'A' && letter <= 'Z') {
                letter += 'a' - 'A';
            }
            if (letter != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
