package dev.tally.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 90s}, {@code 15m}, {@code 2h}, {@code 1d}, or what ISO 8601 has, such as {@code PT1H30M}. */
public final class DurationArgument implements ITypeConverter<Duration> {
    private static final Pattern SHORT = Pattern.compile("[0-9]{1,9}[smh]");

    @Override
    public Duration convert(String text) {
        var upper = text.toUpperCase(Locale.ROOT);
        try {
            if (SHORT.matcher(text).matches()) {
                return Duration.parse("PT" + upper);
            }
            return Duration.parse(text.matches("[0-9]{1,9}d") ? "P" + upper : upper);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is no duration; write 90s, 15m, 2h, 1d, or PT1H30M");
        }
    }
}
