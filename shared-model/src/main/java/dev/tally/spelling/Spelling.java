package dev.tally.spelling;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Finds the word that was meant, and makes any text fit to stand in a message. */
public final class Spelling {
    private static final int LONGEST_WORD = 64;
    private static final int SHORTEST_BEGINNING = 3;
    private static final int LONGEST_QUOTE = 80;

    private Spelling() {}

    /**
     * The known word that is the fewest typing mistakes away: letters missing, added, changed or swapped with their
     * neighbour. Letter case counts for nothing, a beginning that is the same is one mistake, and more mistakes than a
     * third of the word is another word.
     */
    public static Optional<String> nearest(String word, Collection<String> known) {
        if (word.length() > LONGEST_WORD) {
            return Optional.empty();
        }
        String typed = word.toLowerCase(Locale.ROOT);
        record Candidate(String word, int mistakes) {}
        return known.stream()
                .map(candidate -> new Candidate(candidate, distance(typed, candidate.toLowerCase(Locale.ROOT))))
                .filter(candidate -> candidate.mistakes <= Math.max(1,
                        Math.max(typed.length(), candidate.word.length()) / 3))
                .min(Comparator.comparingInt(Candidate::mistakes))
                .map(Candidate::word);
    }

    /** "did you mean …?" if a known word is near, else the list of them. */
    public static String hint(String word, Collection<String> known) {
        return nearest(word, known).map(near -> "did you mean \"" + near + "\"?")
                .orElseGet(() -> "known are " + String.join(", ", known));
    }

    /** The text in quotes, cut if it is long, with control and other unprintable characters as {@code \}{@code uXXXX}. */
    public static String quote(String text) {
        return quote(text, Spelling::isPrintable);
    }

    /** The same with everything but ASCII as {@code \}{@code uXXXX}, for texts that differ in what cannot be seen. */
    public static String quoteAscii(String text) {
        return quote(text, character -> character >= ' ' && character < 0x7f);
    }

    private static String quote(String text, IntPredicate printable) {
        StringBuilder quoted = new StringBuilder("\"");
        int end = text.length() <= LONGEST_QUOTE ? text.length() : text.offsetByCodePoints(0, LONGEST_QUOTE);
        text.substring(0, end).codePoints().forEach(character -> {
            if (printable.test(character)) {
                quoted.appendCodePoint(character);
            } else {
                for (char half : Character.toChars(character)) {
                    quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) half));
                }
            }
        });
        if (end < text.length()) {
            quoted.append("… (").append(text.length()).append(" characters)");
        }
        return quoted.append('"').toString();
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                false;
            default -> true;
        };
    }

    private static int distance(String typed, String known) {
        boolean begins = typed.startsWith(known) || known.startsWith(typed);
        return begins && Math.min(typed.length(), known.length()) >= SHORTEST_BEGINNING
                ? Math.min(1, mistakes(typed, known))
                : mistakes(typed, known);
    }

    /** The optimal string alignment distance: Levenshtein's, where swapping two neighbours is one mistake. */
    private static int mistakes(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(changed, 1 + Math.min(last[j], current[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    current[j] = Math.min(current[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = current;
            current = free;
        }
        return last[b.length()];
    }
}
