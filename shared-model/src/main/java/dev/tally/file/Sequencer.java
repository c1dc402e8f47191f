package dev.tally.file;

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
    private static final int LONGEST = 64;

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
