package dev.tally.cli.terminal;

/** Makes text of others safe to show: an object's key may hold an escape sequence that would drive the reader's terminal. */
public final class Printable {

    private Printable() {}

    /** Control characters and lone surrogates become {@code \}{@code uXXXX}; everything else stays. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(Printable::unsafe)) {
            return text;
        }
        var safe = new StringBuilder();
        text.codePoints().forEach(codePoint -> {
            if (unsafe(codePoint)) {
                safe.append("\\u%04x".formatted(codePoint));
            } else {
                safe.appendCodePoint(codePoint);
            }
        });
        return safe.toString();
    }

    /** Controls, and the signs that turn the direction of the text around. */
    private static boolean unsafe(int codePoint) {
        return Character.isISOControl(codePoint)
                || Character.getType(codePoint) == Character.SURROGATE
                || codePoint == 0x2028
                || codePoint == 0x2029
                || (codePoint >= 0x202a && codePoint <= 0x202e)
                || (codePoint >= 0x2066 && codePoint <= 0x2069);
    }
}
