package dev.tally.file;

import java.math.BigInteger;
import java.util.Locale;

/**
 * The order of events of one key, as S3 gives it: hexadecimal text. Two of them are compared in the same letter case,
 * the shorter one padded on the right with zeros, as text; sequencers of different keys say nothing about each other.
 * Kept in lower case without trailing zeros, so that plain text order is that order.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html">S3: event
 *      message structure</a>
 */
public record Sequencer(String value) implements Comparable<Sequencer> {
    /** Before every other. */
    public static final Sequencer FIRST = new Sequencer("0");

    private static final int LONGEST = 64;
    private static final int HEXADECIMAL = 16;

    public Sequencer {
        value = canonical(value);
    }

    private static String canonical(String text) {
        if (text.isEmpty() || text.length() > LONGEST) {
            throw new IllegalArgumentException("A sequencer has 1 to " + LONGEST + " characters: \"" + text + '"');
        }
        String lower = text.toLowerCase(Locale.ROOT);
        int end = lower.length();
        for (int i = 0; i < end; i++) {
            if (Character.digit(lower.charAt(i), 16) < 0 || lower.charAt(i) > 'f') {
                throw new IllegalArgumentException("Not a hexadecimal sequencer: \"" + text + '"');
            }
        }
        while (end > 1 && lower.charAt(end - 1) == '0') {
            end--;
        }
        return lower.substring(0, end);
    }

    /**
     * The first one after this: nothing fits in between, so it is before everything that S3 has given, or will give, to a
     * later event of the key.
     *
     * @throws IllegalStateException if there is none, which no sequencer of S3's length comes near
     */
    public Sequencer next() {
        String next = new BigInteger(value + "0".repeat(LONGEST - value.length()), HEXADECIMAL).add(BigInteger.ONE)
                .toString(HEXADECIMAL);
        if (next.length() > LONGEST) {
            throw new IllegalStateException("Nothing comes after the sequencer " + value);
        }
        return new Sequencer("0".repeat(LONGEST - next.length()) + next);
    }

    public boolean isAfter(Sequencer other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(Sequencer other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
