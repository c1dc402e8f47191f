package dev.tally.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/**
 * Reads the file of an environment: a catalog of datasets, and beside it
 *
 * <pre>
 * deployment = { keepData: boolean, logRetention: "ONE_DAY" | "ONE_WEEK" | …, oldVersionDays: number, alarmEmails: [address…] }
 * </pre>
 *
 * All faults of both are reported together.
 */
final class EnvironmentReader {

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Set<String> FIELDS = new TreeSet<>(
            List.of("keepData", "logRetention", "oldVersionDays", "alarmEmails"));
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
        node.fieldNames().forEachRemaining(name -> {
            if (!FIELDS.contains(name)) {
                fault("$.deployment." + name, "is unknown; the fields are " + String.join(", ", FIELDS));
            }
        });
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
        return faults.isEmpty() && retention.isPresent()
                ? Optional
                        .of(new Deployment(keepData.booleanValue(), retention.get(), oldVersionDays.intValue(), emails))
                : Optional.empty();
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
