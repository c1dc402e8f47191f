package dev.tally.singer.lake;

import java.time.Instant;
import java.util.Optional;

/**
 * A ULID: 48 bits of Unix time in milliseconds and 80 random bits, in 26 letters of Crockford's base 32, which sort like the
 * numbers. See the specification at github.com/ulid/spec. Only the canonical form in upper case is one.
 */
public record Ulid(String text) implements Comparable<Ulid> {
    public static final int LENGTH = 26;

    static final String LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int TIME_LETTERS = 10;
    private static final long LATEST = (1L << 48) - 1;

    public Ulid {
        if (!isUlid(text)) {
            throw new IllegalArgumentException("\"" + text + "\" is no ULID: it has 26 of the letters " + LETTERS
                    + ", the first of them at most 7");
        }
    }

    public static Optional<Ulid> parse(String text) {
        return isUlid(text) ? Optional.of(new Ulid(text)) : Optional.empty();
    }

    /** The least of a millisecond. */
    public static Ulid lowest(Instant time) {
        return new Ulid(letters(time) + "0".repeat(LENGTH - TIME_LETTERS));
    }

    /** The greatest of a millisecond. */
    public static Ulid highest(Instant time) {
        return new Ulid(letters(time) + "Z".repeat(LENGTH - TIME_LETTERS));
    }

    /** When it was made, to the millisecond, by the clock of whoever made it. */
    public Instant time() {
        long millis = 0;
        for (int i = 0; i < TIME_LETTERS; i++) {
            millis = millis << 5 | LETTERS.indexOf(text.charAt(i));
        }
        return Instant.ofEpochMilli(millis);
    }

    @Override
    public int compareTo(Ulid other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }

    private static boolean isUlid(String text) {
        return text.length() == LENGTH && text.charAt(0) <= '7' && text.chars().allMatch(c -> LETTERS.indexOf(c) >= 0);
    }

    private static String letters(Instant time) {
        long millis = Math.clamp(time.toEpochMilli(), 0, LATEST);
        var letters = new StringBuilder();
        for (int shift = 5 * (TIME_LETTERS - 1); shift >= 0; shift -= 5) {
            letters.append(LETTERS.charAt((int) (millis >>> shift) & 31));
        }
        return letters.toString();
    }
}
