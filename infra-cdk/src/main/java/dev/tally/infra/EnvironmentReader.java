package dev.tally.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import software.amazon.awscdk.services.logs.RetentionDays;

import dev.tally.dataset.Catalog;
import dev.tally.dataset.CatalogException;
import dev.tally.dataset.CatalogFault;
import dev.tally.dataset.CatalogReader;
import dev.tally.sweep.Rhythm;

/**
 * Reads the file of an environment: a catalog of datasets, and beside it
 *
 * <pre>
 * deployment = { keepData: boolean, logRetention: "ONE_DAY" | "ONE_WEEK" | …, oldVersionDays: number, alarmEmails: [address…],
 *                sweep?: { every?: duration, grace?: duration } }
 * </pre>
 *
 * All faults of both are reported together.
 */
final class EnvironmentReader {

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Set<String> FIELDS = new TreeSet<>(
            List.of("keepData", "logRetention", "oldVersionDays", "alarmEmails", "sweep"));
    private static final Rhythm USUAL_SWEEP = new Rhythm(Duration.ofMinutes(15), Duration.ofMinutes(10));
    /** An alarm looks at twice that time, which may be a day. */
    private static final Duration RAREST_SWEEP = Duration.ofHours(12);
    private static final Set<String> SWEEP_FIELDS = new TreeSet<>(List.of("every", "grace"));
    private static final Pattern ADDRESS = Pattern.compile("[^@\\s]+@[^@\\s]+\\.[^@\\s]+");

    private final Path file;
    private final List<CatalogFault> faults = new ArrayList<>();

    private EnvironmentReader(Path file) {
        this.file = file;
    }

    /**
     * @throws EnvironmentException with all faults, if there is one
     */
    static Environment read(Path file) throws IOException {
        return new EnvironmentReader(file).read();
    }

    private Environment read() throws IOException {
        var root = tree();
        var deployment = deployment(Optional.ofNullable(root.remove("deployment")).orElse(MissingNode.getInstance()));
        var catalog = catalog(root);
        if (deployment.isEmpty() || catalog.isEmpty() || !faults.isEmpty()) {
            throw new EnvironmentException(file, faults);
        }
        return new Environment(deployment.get(), catalog.get());
    }

    private ObjectNode tree() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw refused("$", "there is no such file");
        }
        try {
            if (YAML.readTree(file.toFile()) instanceof ObjectNode root) {
                return root;
            }
            throw refused("$", "an environment is a mapping with deployment, environment and datasets");
        } catch (JsonProcessingException broken) {
            var place = broken.getLocation();
            throw refused("line " + place.getLineNr() + ", column " + place.getColumnNr(), broken.getOriginalMessage());
        }
    }

    private EnvironmentException refused(String place, String message) {
        return new EnvironmentException(file, List.of(new CatalogFault(place, message)));
    }

    private Optional<Catalog> catalog(ObjectNode root) {
        try {
            var catalog = CatalogReader.read(root);
            if (!file.getFileName().toString().equals(catalog.environment() + ".yaml")) {
                fault("$.environment", "is " + catalog.environment() + ", so the file has to be called "
                        + catalog.environment() + ".yaml");
            }
            return Optional.of(catalog);
        } catch (CatalogException refused) {
            faults.addAll(refused.faults());
            return Optional.empty();
        }
    }

    private Optional<Deployment> deployment(JsonNode node) {
        if (!node.isObject()) {
            fault("$.deployment", "is missing; it has the fields " + String.join(", ", FIELDS));
            return Optional.empty();
        }
        refuseUnknown(node, "$.deployment.", FIELDS);
        var keepData = node.path("keepData");
        if (!keepData.isBoolean()) {
            fault("$.deployment.keepData", "has to be true or false");
        }
        var oldVersionDays = node.path("oldVersionDays");
        if (!oldVersionDays.isInt() || oldVersionDays.intValue() < 1) {
            fault("$.deployment.oldVersionDays", "has to be a number of days, at least 1");
        }
        var retention = retention(node.path("logRetention"));
        var emails = emails(node.path("alarmEmails"));
        var sweep = sweep(node.path("sweep"));
        return faults.isEmpty() && retention.isPresent() && sweep.isPresent()
                ? Optional
                        .of(new Deployment(keepData.booleanValue(), retention.get(), oldVersionDays.intValue(), emails,
                                sweep.get()))
                : Optional.empty();
    }

    private Optional<Rhythm> sweep(JsonNode node) {
        if (node.isMissingNode()) {
            return Optional.of(USUAL_SWEEP);
        }
        if (!node.isObject()) {
            fault("$.deployment.sweep", "has the fields " + String.join(", ", SWEEP_FIELDS));
            return Optional.empty();
        }
        refuseUnknown(node, "$.deployment.sweep.", SWEEP_FIELDS);
        var every = duration(node, "every", USUAL_SWEEP.every());
        var grace = duration(node, "grace", USUAL_SWEEP.grace());
        if (every.isEmpty() || grace.isEmpty()) {
            return Optional.empty();
        }
        if (!every.get().equals(every.get().truncatedTo(ChronoUnit.MINUTES))
                || every.get().compareTo(RAREST_SWEEP) > 0) {
            fault("$.deployment.sweep.every",
                    "has to be whole minutes, " + RAREST_SWEEP + " at most, not " + every.get());
            return Optional.empty();
        }
        try {
            return Optional.of(new Rhythm(every.get(), grace.get()));
        } catch (IllegalArgumentException refused) {
            fault("$.deployment.sweep", String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
    }

    private Optional<Duration> duration(JsonNode node, String field, Duration usual) {
        if (!node.has(field)) {
            return Optional.of(usual);
        }
        try {
            return Optional.of(Duration.parse(node.path(field).asText()));
        } catch (DateTimeParseException malformed) {
            fault("$.deployment.sweep." + field,
                    "has to be a duration such as PT15M, not \"" + node.path(field).asText()
                            + '"');
            return Optional.empty();
        }
    }

    private void refuseUnknown(JsonNode node, String place, Set<String> fields) {
        node.fieldNames().forEachRemaining(name -> {
            if (!fields.contains(name)) {
                fault(place + name, "is unknown; the fields are " + String.join(", ", fields));
            }
        });
    }

    private Optional<RetentionDays> retention(JsonNode node) {
        var found = Arrays.stream(RetentionDays.values()).filter(days -> days.name().equals(node.asText())).findFirst();
        if (found.isEmpty()) {
            fault("$.deployment.logRetention", "has to be one of " + Arrays.toString(RetentionDays.values()));
        }
        return found;
    }

    private List<String> emails(JsonNode node) {
        List<String> emails = new ArrayList<>();
        if (!node.isArray()) {
            fault("$.deployment.alarmEmails", "has to be a list of e-mail addresses, which may be empty");
        }
        for (int i = 0; i < node.size(); i++) {
            var address = node.get(i).asText();
            if (!ADDRESS.matcher(address).matches()) {
                fault("$.deployment.alarmEmails[" + i + "]", '"' + address + "\" is no e-mail address");
            }
            emails.add(address);
        }
        return emails;
    }

    private void fault(String place, String message) {
        faults.add(new CatalogFault(place, message));
    }
}
