package dev.tally.singer.replay;

import java.util.Arrays;

/**
 * How far the logs are loaded without a gap (R23): a log counts once it is planned, all its units are loaded, and the same holds for
 * all logs before it. One thread at a time may use it.
 */
final class Watermark {
    private static final int NOT_PLANNED = -1;

    private final int[] open;
    private int reached;

    /** @param logs how many there are */
    Watermark(int logs) {
        open = new int[logs];
        Arrays.fill(open, NOT_PLANNED);
    }

    /** @param units of which all have to be loaded; may be 0 */
    void plan(int log, int units) {
        if (open[log] != NOT_PLANNED) {
            throw new IllegalStateException("Log " + log + " was planned before");
        }
        open[log] = units;
        advance();
    }

    /** @return whether that was the log's last unit */
    boolean loaded(int log) {
        if (open[log] <= 0) {
            throw new IllegalStateException("Log " + log + " has no unit that is not loaded");
        }
        open[log]--;
        advance();
        return open[log] == 0;
    }

    /** How many of the first logs are loaded, all of them. */
    int reached() {
        return reached;
    }

    private void advance() {
        while (reached < open.length && open[reached] == 0) {
            reached++;
        }
    }
}
