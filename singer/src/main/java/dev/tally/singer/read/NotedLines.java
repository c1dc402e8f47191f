package dev.tally.singer.read;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines of a log that there is something to say of.
 *
 * @param first the first of them, at most {@value #MOST}
 * @param total how many there are
 */
public record NotedLines(List<Noted> first, long total) {
    public static final int MOST = 100;

    static final NotedLines NONE = new NotedLines(List.of(), 0);

    public NotedLines {
        first = List.copyOf(first);
    }

    /** @param line in the file, counted from 1 */
    public record Noted(long line, String detail) {}

    /** Notes them while a log is read. One thread at a time may use it. */
    static final class Noting {
        private final List<Noted> first = new ArrayList<>();
        private long total;

        void add(long line, String detail) {
            total++;
            if (first.size() < MOST) {
                first.add(new Noted(line, detail));
            }
        }

        NotedLines noted() {
            return new NotedLines(first, total);
        }
    }
}
