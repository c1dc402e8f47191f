package dev.tally.cli.terminal;

/** How many cells of a terminal a text takes, and how to make it fit. */
public final class Width {

    private Width() {}

    /** Cells of the text: 0 for combining signs, 2 for wide East Asian signs, else 1. The text must hold no colours. */
    public static int of(String text) {
        return text.codePoints().map(Width::ofCodePoint).sum();
    }

    private static int ofCodePoint(int codePoint) {
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        return Character.isIdeographic(codePoint) || isWideBlock(codePoint) ? 2 : 1;
    }

    private static boolean isWideBlock(int codePoint) {
        return within(codePoint, 0x1100, 0x115f) || within(codePoint, 0x3040, 0x30ff)
                || within(codePoint, 0xac00, 0xd7a3) || within(codePoint, 0xff01, 0xff60)
                || within(codePoint, 0x1f300, 0x1faff);
    }

    private static boolean within(int codePoint, int first, int last) {
        return codePoint >= first && codePoint <= last;
    }

    /** The text filled with blanks up to the width. */
    public static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - of(text)));
    }

    /** The text with blanks before it up to the width. */
    public static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - of(text))) + text;
    }

    /** The text cut in its middle where it is too wide, for names differ at their ends. */
    public static String cut(String text, int width, boolean unicode) {
        if (of(text) <= width) {
            return text;
        }
        var gap = unicode ? "…" : "..";
        int room = Math.max(2, width - gap.length());
        return start(text, (room + 1) / 2) + gap + end(text, room / 2);
    }

    private static String start(String text, int width) {
        var kept = new StringBuilder();
        int used = 0;
        for (int codePoint : text.codePoints().toArray()) {
            used += ofCodePoint(codePoint);
            if (used > width) {
                break;
            }
            kept.appendCodePoint(codePoint);
        }
        return kept.toString();
    }

    private static String end(String text, int width) {
        int[] codePoints = text.codePoints().toArray();
        int used = 0;
        int from = codePoints.length;
        while (from > 0 && used + ofCodePoint(codePoints[from - 1]) <= width) {
            from--;
            used += ofCodePoint(codePoints[from]);
        }
        return new String(codePoints, from, codePoints.length - from);
    }
}
