package dev.tally.singer.record;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

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
     * @param name of the file, for messages
     * @throws ConfigException if it is not such a file
     */
    public static ConfigFile read(byte[] json, String name) {
        JsonNode file;
        try {
            file = new ObjectMapper().readTree(json);
        } catch (IOException broken) {
            throw new ConfigException(List.of(name + " is no JSON: " + broken.getMessage()));
        }
        if (!file.isObject()) {
            throw new ConfigException(List.of(name + " is no JSON object"));
        }
        JsonNode lake = file.path("lake");
        if (!lake.isMissingNode() && !lake.isObject() && !(lake.isBoolean() && !lake.booleanValue())) {
            throw new ConfigException(List.of(name + ": lake is an object of settings, or false"));
        }
        return new ConfigFile(lake.isBoolean(), new RecordConfig(values(lake)).or(new RecordConfig(batches(file))));
    }

    private static Map<String, Value> values(JsonNode lake) {
        Map<String, Value> values = new LinkedHashMap<>();
        lake.properties()
                .forEach(field -> values.put(field.getKey(),
                        new Value(field.getValue().asText(), "lake." + field.getKey())));
        return values;
    }

    private static Map<String, Value> batches(JsonNode file) {
        Map<String, Value> values = new LinkedHashMap<>();
        JsonNode storage = file.path("batch_config").path("storage");
        if (storage.path("root").isTextual()) {
            values.put("uri", new Value(storage.path("root").textValue(), "batch_config.storage.root"));
            if (storage.path("prefix").isTextual()) {
                values.put("prefix", new Value(storage.path("prefix").textValue(), "batch_config.storage.prefix"));
            }
        }
        return values;
    }
}
