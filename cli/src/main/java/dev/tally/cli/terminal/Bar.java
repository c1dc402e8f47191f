package dev.tally.cli.terminal;

/** A bar that fills from the left. */
public final class Bar {

    private static final String[] EIGHTHS = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

    private Bar() {}

    /** A bar of that many cells, filled to done of total; full when there is nothing to do. */
    public static String of(long done, long total, int cells, boolean unicode) {
        double share = total <= 0 ? 1 : Math.clamp((double) done / total, 0, 1);
        if (!unicode) {
            int full = (int) Math.floor(share * cells);
            return "[" + "#".repeat(full) + ".".repeat(cells - full) + "]";
        }
        int eighths = (int) Math.floor(share * cells * 8);
        var filled = "█".repeat(eighths / 8) + EIGHTHS[eighths % 8];
        return filled + "·".repeat(cells - filled.length());
    }
}
