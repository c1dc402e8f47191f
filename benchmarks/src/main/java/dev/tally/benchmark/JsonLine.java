package dev.tally.benchmark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What a benchmark prints: an object on a line, its fields in the order in which they were added. Immutable. */
public final class JsonLine {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Object> fields;

    public JsonLine(String benchmark) {
        this(Map.of("benchmark", benchmark));
    }

    private JsonLine(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** @param value text, a number, a list or a map of such; numbers are cut to four decimals */
    public JsonLine with(String field, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(field, value);
        return new JsonLine(more);
    }

    private static Object rounded(Object value) {
        return switch (value) {
            case Double number -> Math.round(number * 1e4) / 1e4;
            case List<?> list -> list.stream().map(JsonLine::rounded).toList();
            case Map<?, ?> map -> {
                Map<Object, Object> rounded = new LinkedHashMap<>();
                map.forEach((key, inner) -> rounded.put(key, rounded(inner)));
                yield rounded;
            }
            default -> value;
        };
    }

    @Override
    public String toString() {
        try {
            return JSON.writeValueAsString(rounded(fields));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("Fields that are not JSON: " + fields, impossible);
        }
    }
}
