package dev.tally.singer.record;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;

import dev.tally.manifest.JsonTrouble;
import dev.tally.singer.record.RecordConfig.Value;

/**
 * A configuration file in JSON, which may be the tap's own: of it only two fields are read.
 *
 * <pre>
 * file         = { batch_config?: { storage: { root, prefix? }, … }, lake?: false / { name: value, … }, … }
 * </pre>
 *
 * {@code batch_config} is that of Singer's SDK, as it is: where batches are written the log goes too, unless {@code lake} says something
 * else. The names within {@code lake} are those of {@link RecordConfig}; {@code false} switches recording off.
 */
public record ConfigFile(boolean off, RecordConfig config) {
    /** As if there were none. */
    public static final ConfigFile NONE = new ConfigFile(false, new RecordConfig(Map.of()));

    /**
     * What is wrong with it is a fault of its settings.
     *
     * @param name of the file, for messages
     */
    public static ConfigFile read(byte[] json, String name) {
        JsonNode file;
        try {
            file = new ObjectMapper().readTree(json);
        } catch (JsonProcessingException notJson) {
            return new ConfigFile(false, RecordConfig.broken(name + ": " + JsonTrouble.describeWithPlace(notJson)));
        } catch (IOException broken) {
            return new ConfigFile(false, RecordConfig.broken(name + ": " + Reasons.of(broken)));
        }
        if (!file.isObject()) {
            return new ConfigFile(false,
                    RecordConfig.broken(name + " is " + (file.isMissingNode() ? "empty" : "no JSON object")));
        }
        JsonNode lake = file.path("lake");
        var batches = new RecordConfig(batches(file, name));
        if (lake.isMissingNode() || lake.equals(BooleanNode.FALSE)) {
            return new ConfigFile(lake.isBoolean(), batches);
        }
        return new ConfigFile(false, lake.isObject()
                ? new RecordConfig(values(lake, name)).or(batches)
                : RecordConfig.broken(name + ": lake is an object of settings, or false, not " + kind(lake))
                        .or(batches));
    }

    private static Map<String, Value> values(JsonNode lake, String name) {
        Map<String, Value> values = new LinkedHashMap<>();
        lake.properties()
                .forEach(field -> values.put(field.getKey(),
                        value(field.getValue(), name + ": lake." + field.getKey())));
        return values;
    }

    /** Many write a number or a boolean as text, and the other way round; what it means is for its setting to say. */
    private static Value value(JsonNode node, String place) {
        return node.isTextual() || node.isNumber() || node.isBoolean()
                ? new Value(node.asText(), place)
                : new Value("", place, Optional.of("is a single value, not " + kind(node)));
    }

    private static Map<String, Value> batches(JsonNode file, String name) {
        Map<String, Value> values = new LinkedHashMap<>();
        JsonNode storage = file.path("batch_config").path("storage");
        if (storage.hasNonNull("root")) {
            values.put("uri", text(storage.path("root"), name + ": batch_config.storage.root"));
            if (storage.hasNonNull("prefix")) {
                values.put("prefix", text(storage.path("prefix"), name + ": batch_config.storage.prefix"));
            }
        }
        return values;
    }

    private static Value text(JsonNode node, String place) {
        return node.isTextual()
                ? new Value(node.textValue(), place)
                : new Value("", place, Optional.of("is a text, not " + kind(node)));
    }

    private static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a text";
            case NULL -> "null";
            default -> node.asText();
        };
    }
}
