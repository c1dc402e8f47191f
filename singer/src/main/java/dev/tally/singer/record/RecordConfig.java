package dev.tally.singer.record;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import dev.tally.singer.lake.LogTemplate;
import dev.tally.singer.record.RecordSettings.BatchData;
import dev.tally.singer.record.RecordSettings.FirstFlush;
import dev.tally.singer.record.RecordSettings.Mode;
import dev.tally.singer.record.RecordSettings.OnError;
import dev.tally.spelling.Spelling;

/**
 * Settings as text, from a command line and a configuration file alike, by the names below. What is not set has its default; that of
 * {@code mode} and {@code compression} depends on the lake.
 */
public final class RecordConfig {
    /** All names, as configuration files have them. */
    public static final List<String> NAMES = List.of("uri", "prefix", "template", "tap", "runner", "mode",
            "compression", "gzip_level",
            "min_interval", "first_flush", "max_file_bytes", "gate_state", "batch_data", "strict", "on_error",
            "deadline", "deadline_margin");

    /** Further away is a mistake, and no end of a run. */
    private static final Duration LONGEST_RUN = Duration.ofDays(366);

    private static final String TEMPLATE = LogTemplate.DEFAULT.toString();

    private final Map<String, Value> values;
    /** What is wrong with the whole of a file, and not with a setting. */
    private final List<String> broken;
    private final List<String> faults;

    /**
     * A setting's text.
     *
     * @param place where it stands, for messages: {@code --min-interval}, {@code tap.json: lake.min_interval}
     * @param fault why it is none, if it is of a type that has no text
     */
    public record Value(String text, String place, Optional<String> fault) {
        public Value(String text, String place) {
            this(text, place, Optional.empty());
        }
    }

    /** @param values by name; what is no name is a fault */
    public RecordConfig(Map<String, Value> values) {
        this(values, List.of());
    }

    private RecordConfig(Map<String, Value> values, List<String> broken) {
        this.values = new LinkedHashMap<>(values);
        this.broken = broken;
        faults = new ArrayList<>(broken);
        values.forEach((name, value) -> {
            if (!NAMES.contains(name)) {
                faults.add(value.place + " is unknown; " + Spelling.hint(name, NAMES));
            }
        });
    }

    /** Settings that cannot be read at all. */
    static RecordConfig broken(String fault) {
        return new RecordConfig(Map.of(), List.of(fault));
    }

    /** These settings, and the others where these have nothing. */
    public RecordConfig or(RecordConfig others) {
        Map<String, Value> all = new LinkedHashMap<>(others.values);
        if (values.containsKey("uri")) {
            // A prefix belongs to the place that it was set for.
            all.remove("prefix");
        }
        all.putAll(values);
        return new RecordConfig(all, Stream.concat(broken.stream(), others.broken.stream()).toList());
    }

    /** Where to record to; empty if nothing says so. */
    public Optional<String> uri() {
        return Optional.ofNullable(values.get("uri")).map(Value::text);
    }

    /**
     * All settings.
     *
     * @param defaultTap the tap's name if none is set
     * @param isFolder whether a lake of that URI is a folder; throws an IllegalArgumentException with what is wrong if it is no URI of a lake
     * @param start of the run, from which a deadline that is a duration is counted
     * @throws ConfigException with all faults
     */
    public RecordSettings settings(String defaultTap, Predicate<String> isFolder, Instant start) {
        Optional<Boolean> known = read("uri", isFolder::test);
        boolean folder = known.orElse(true);
        LogTemplate template = template();
        Mode mode = choice("mode", Mode.class, folder ? Mode.CONTINUAL : Mode.BATCHED);
        if (mode == Mode.CONTINUAL && !folder) {
            fault("mode", "a log can grow in a folder only; this lake takes whole files (batched)");
        }
        String compression = text("compression",
                values.containsKey("gzip_level") || mode == Mode.BATCHED ? "gzip" : "none");
        if (!compression.equals("gzip") && !compression.equals("none")) {
            fault("compression", "is gzip or none, not " + Spelling.quote(compression));
        }
        int level = number("gzip_level", RecordSettings.DEFAULT_GZIP_LEVEL, 1, 9).intValue();
        Duration interval = read("min_interval", RecordConfig::duration).orElse(RecordSettings.DEFAULT_INTERVAL);
        FirstFlush first = choice("first_flush", FirstFlush.class, FirstFlush.STATE);
        long maxFileBytes = number("max_file_bytes", RecordSettings.DEFAULT_MAX_FILE_BYTES, 1, Long.MAX_VALUE);
        String gate = text("gate_state", "none");
        if (!gate.equals("durable") && !gate.equals("none")) {
            fault("gate_state", "is durable or none, not " + Spelling.quote(gate));
        }
        BatchData batchData = choice("batch_data", BatchData.class, BatchData.REFERENCE);
        OnError onError = choice("on_error", OnError.class, OnError.CONTINUE);
        boolean strict = read("strict", RecordConfig::flag).orElse(false);
        Duration margin = read("deadline_margin", RecordConfig::margin).orElse(RecordSettings.DEFAULT_DEADLINE_MARGIN);
        Optional<Instant> hurryFrom = read("deadline", text -> deadline(text, start)).map(end -> end.minus(margin));
        if (hurryFrom.isPresent() && mode == Mode.CONTINUAL && known.isPresent()) {
            fault("deadline",
                    "a log that grows in a folder has each message at once and needs none; leave it out, or set the mode to batched");
        }
        String tap = text("tap", defaultTap);
        String runner = text("runner", "runner");
        failOnFaults();
        return new RecordSettings(tap, runner, template, mode,
                compression.equals("gzip") ? OptionalInt.of(level) : OptionalInt.empty(), interval, first, maxFileBytes,
                gate.equals("durable"), batchData, strict, onError, hurryFrom);
    }

    private void failOnFaults() {
        if (!faults.isEmpty()) {
            throw new ConfigException(List.copyOf(faults));
        }
    }

    private LogTemplate template() {
        return read("template", text -> new LogTemplate(text("prefix", ""), text))
                .or(() -> values.containsKey("template")
                        ? Optional.empty()
                        : read("prefix", prefix -> new LogTemplate(prefix, TEMPLATE)))
                .orElse(LogTemplate.DEFAULT);
    }

    private String text(String name, String otherwise) {
        return read(name, text -> {
            if (text.isEmpty() && !name.equals("prefix")) {
                throw new IllegalArgumentException("is empty; leave it out or give it a value");
            }
            return text;
        }).orElse(otherwise);
    }

    private Long number(String name, long otherwise, long least, long most) {
        return read(name, text -> {
            long number = Long.parseLong(text);
            if (number < least || number > most) {
                throw new IllegalArgumentException("has to be from " + least + " to " + most + ", not " + number);
            }
            return number;
        }).orElse(otherwise);
    }

    private <E extends Enum<E>> E choice(String name, Class<E> type, E otherwise) {
        return read(name, text -> {
            var names = List.of(type.getEnumConstants())
                    .stream()
                    .map(one -> one.name().toLowerCase(Locale.ROOT))
                    .toList();
            if (!names.contains(text)) {
                throw new IllegalArgumentException(
                        "is one of " + String.join(", ", names) + ", not " + Spelling.quote(text));
            }
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        }).orElse(otherwise);
    }

    private <T> Optional<T> read(String name, Function<String, T> rule) {
        Value value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value.fault.isPresent()) {
            fault(name, value.fault.get());
            return Optional.empty();
        }
        try {
            return Optional.of(rule.apply(value.text));
        } catch (NumberFormatException notANumber) {
            fault(name, "is no whole number: " + Spelling.quote(value.text));
        } catch (IllegalArgumentException | DateTimeParseException refused) {
            fault(name, String.valueOf(refused.getMessage()));
        }
        return Optional.empty();
    }

    private void fault(String name, String what) {
        Value value = values.get(name);
        faults.add((value == null ? name : value.place) + ": " + what);
    }

    /** Seconds, or 90s, 15m, 2h, or what ISO 8601 has. */
    private static Duration duration(String text) {
        try {
            Duration duration = text.matches("[0-9]{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(text))
                    : Duration.parse(text.matches("[0-9]{1,9}[smh]")
                            ? "PT" + text.toUpperCase(Locale.ROOT)
                            : text.toUpperCase(Locale.ROOT));
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeParseException notADuration) {
            // told below
        }
        throw new IllegalArgumentException(
                "is no duration; write seconds, 90s, 15m, 2h, or PT1H30M, not " + Spelling.quote(text));
    }

    private static Instant deadline(String text, Instant start) {
        Instant deadline;
        try {
            deadline = isTime(text) ? OffsetDateTime.parse(text).toInstant() : start.plus(duration(text));
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException neither) {
            throw new IllegalArgumentException(
                    "is no time and no duration from the start; write 2026-11-30T12:14:00Z, PT14M or 14m, not "
                            + Spelling.quote(text));
        }
        if (deadline.isAfter(start.plus(LONGEST_RUN))) {
            throw new IllegalArgumentException("is more than a year away: " + Spelling.quote(text));
        }
        return deadline;
    }

    private static boolean isTime(String text) {
        return text.matches("[0-9]{4}-.*");
    }

    private static Duration margin(String text) {
        Duration margin = duration(text);
        if (margin.compareTo(LONGEST_RUN) > 0) {
            throw new IllegalArgumentException("is more than a year: " + Spelling.quote(text));
        }
        return margin;
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("is true or false, not " + Spelling.quote(text));
        };
    }
}
