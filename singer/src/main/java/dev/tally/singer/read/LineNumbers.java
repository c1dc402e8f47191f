package dev.tally.singer.read;

import java.util.Arrays;
import java.util.Collection;

/** Some lines of a file, counted from 1, in their order. */
public final class LineNumbers {
    static final LineNumbers NONE = new LineNumbers(new long[0]);

    private final long[] sorted;

    private LineNumbers(long[] sorted) {
        this.sorted = sorted;
    }

    static LineNumbers of(Collection<Long> numbers) {
        return new LineNumbers(numbers.stream().mapToLong(Long::longValue).sorted().distinct().toArray());
    }

    public boolean contains(long line) {
        return sorted.length > 0 && line >= sorted[0] && line <= sorted[sorted.length - 1]
                && Arrays.binarySearch(sorted, line) >= 0;
    }

    public boolean isEmpty() {
        return sorted.length == 0;
    }

    /** How many of them come before a line. */
    long before(long line) {
        int at = Arrays.binarySearch(sorted, line);
        return at >= 0 ? at : -at - 1;
    }
}
