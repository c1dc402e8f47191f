package dev.tally.cli.singer;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import dev.tally.cli.DurationArgument;
import dev.tally.cli.Shell;
import dev.tally.cli.Trouble;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.lake.LogTemplate;
import dev.tally.singer.lake.Ulid;

/** Which logs of which lake; what the commands that read one share. */
final class LogOptions {
    @Option(names = "--lake", required = true, paramLabel = "URI", description = "The lake: s3://bucket/prefix, file:///folder, or a path.")
    private String lake = "";

    @Option(names = "--tap", paramLabel = "NAME", description = "Of this tap alone.")
    @Nullable
    private String tap;

    @Option(names = "--since", paramLabel = "TIME", description = "Logs begun then or later: 2026-11-30, 2026-11-30T08:00:00Z, or a time ago such as 90s, 2h, 1d.")
    @Nullable
    private String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Logs begun before then.")
    @Nullable
    private String until;

    @Option(names = "--from", paramLabel = "ULID", description = "The first log, instead of --since.")
    @Nullable
    private String from;

    @Option(names = "--to", paramLabel = "ULID", description = "The last log, instead of --until.")
    @Nullable
    private String to;

    @Option(names = "--template", paramLabel = "TEXT", description = "How the logs are named, if the recorder was told so: it tells their taps.")
    @Nullable
    private String template;

    String uri() {
        return lake;
    }

    Lake open(Shell shell) {
        try {
            return new SingerLakes(shell).open(lake,
                    template == null ? LogTemplate.DEFAULT : new LogTemplate("", template));
        } catch (IllegalArgumentException wrong) {
            throw Trouble.usage("--template: " + wrong.getMessage() + ".", "");
        }
    }

    LogRange range(Shell shell) {
        if ((since != null && from != null) || (until != null && to != null)) {
            throw Trouble.usage("--since and --from, and --until and --to, say the same.", "Give one of them.");
        }
        Set<String> taps = tap == null ? Set.of() : Set.of(tap);
        var between = LogRange.between(taps, time("--since", since, shell), time("--until", until, shell));
        return new LogRange(taps, between.from().or(() -> ulid("--from", from)),
                between.to().or(() -> ulid("--to", to)));
    }

    /** Whether all logs of the lake are in the range. */
    boolean isWhole() {
        return tap == null && since == null && until == null && from == null && to == null;
    }

    static Optional<Instant> time(String option, @Nullable String text, Shell shell) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            if (text.contains("T") && text.contains("-")) {
                return Optional.of(OffsetDateTime.parse(text).toInstant());
            }
            return Optional.of(text.contains("-")
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : shell.clock().instant().minus(new DurationArgument().convert(text)));
        } catch (DateTimeException | TypeConversionException wrong) {
            throw Trouble.usage(option + " " + text + " is no time.",
                    "Write 2026-11-30, 2026-11-30T08:00:00Z, or a time ago such as 90s, 15m, 2h, 1d.");
        }
    }

    private static Optional<Ulid> ulid(String option, @Nullable String text) {
        try {
            // Its letters may be read in lower case too.
            return Optional.ofNullable(text).map(given -> new Ulid(given.toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException wrong) {
            throw Trouble.usage(option + ": " + wrong.getMessage() + ".", "tally singer ls shows those there are.");
        }
    }
}
