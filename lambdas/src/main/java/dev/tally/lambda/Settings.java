package dev.tally.lambda;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.tally.file.FileRef;
import dev.tally.sweep.Rhythm;

/** The settings that a function asked for; each of them is there and has the right form. */
public record Settings(Map<Setting, String> values) {
    public Settings {
        values = Map.copyOf(values);
    }

    /**
     * Reads what is needed from an environment; {@link Setting#ENVIRONMENT} always is.
     *
     * @throws SettingsException with everything that is missing or wrong
     */
    public static Settings read(Map<String, String> environment, Set<Setting> needed) {
        Map<Setting, String> values = new EnumMap<>(Setting.class);
        List<String> problems = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (setting == Setting.ENVIRONMENT || needed.contains(setting)) {
                String value = environment.getOrDefault(setting.variable(), "");
                if (value.isBlank()) {
                    problems.add(setting.variable() + " is missing: " + setting.meaning());
                } else if (!setting.accepts(value)) {
                    problems.add(setting.variable() + " is \"" + value + "\", which is not " + setting.meaning());
                } else {
                    values.put(setting, value);
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return new Settings(values);
    }

    public String environment() {
        return get(Setting.ENVIRONMENT);
    }

    public String table() {
        return get(Setting.TABLE);
    }

    public String index() {
        return get(Setting.INDEX);
    }

    public FileRef catalog() {
        return FileRef.parse(get(Setting.CATALOG));
    }

    public URI checkQueue() {
        return URI.create(get(Setting.CHECK_QUEUE_URL));
    }

    public String landingBucket() {
        return get(Setting.LANDING_BUCKET);
    }

    public String workBucket() {
        return get(Setting.WORK_BUCKET);
    }

    public String archiveBucket() {
        return get(Setting.ARCHIVE_BUCKET);
    }

    public String processingArn() {
        return get(Setting.PROCESSING_ARN);
    }

    public String busName() {
        return get(Setting.BUS_NAME);
    }

    public URI sweepQueue() {
        return URI.create(get(Setting.SWEEP_QUEUE_URL));
    }

    public Rhythm sweepRhythm() {
        return new Rhythm(Duration.parse(get(Setting.SWEEP_EVERY)), Duration.parse(get(Setting.SWEEP_GRACE)));
    }

    private String get(Setting setting) {
        String value = values.get(setting);
        if (value == null) {
            throw new IllegalStateException("The function did not ask for " + setting.variable());
        }
        return value;
    }
}
