package dev.tally.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Numbers and times as people say them. */
public final class Human {

    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB", "EB"};

    private Human() {}

    /** A number of bytes with three digits, in powers of 1000: {@code 52.4 kB}. */
    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, value < 9.995 ? "%.2f %s" : value < 99.95 ? "%.1f %s" : "%.0f %s", value,
                UNITS[unit]);
    }

    /** How long ago an instant was, in its largest unit: {@code 5 min ago}; {@code in 2 h} for the future. */
    public static String ago(Instant then, Instant now) {
        var between = Duration.between(then, now);
        if (between.abs().toMillis() < 1500) {
            return "now";
        }
        return between.isNegative() ? "in " + rounded(between.negated()) : rounded(between) + " ago";
    }

    private static String rounded(Duration duration) {
        if (duration.toMinutes() < 1) {
            return duration.toSeconds() + " s";
        }
        if (duration.toHours() < 1) {
            return duration.toMinutes() + " min";
        }
        if (duration.toDays() < 1) {
            return duration.toHours() + " h";
        }
        return duration.toDays() < 2 ? "1 day" : duration.toDays() + " days";
    }

    /** A length of time with two units at most: {@code 0.42 s}, {@code 12.3 s}, {@code 3 min 05 s}, {@code 2 h 07 min}. */
    public static String duration(Duration duration) {
        double seconds = duration.toMillis() / 1000.0;
        if (seconds < 60) {
            return String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
        }
        if (duration.toHours() < 1) {
            return String.format(Locale.ROOT, "%d min %02d s", duration.toMinutes(), duration.toSecondsPart());
        }
        return String.format(Locale.ROOT, "%d h %02d min", duration.toHours(), duration.toMinutesPart());
    }

    /** {@code 1 file}, {@code 2 files}, {@code 1,000 files}. */
    public static String count(long number, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
    }
}
