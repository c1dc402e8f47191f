package dev.tally.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import org.jspecify.annotations.Nullable;

import dev.tally.manifest.JsonTrouble;

/**
 * One JSON object of a message. Members are named by their path; a member that is {@code null} is absent; members that
 * nobody asks for are of no concern. Numbers keep their value exactly: 64-bit integers as such, all others as decimals.
 */
public final class JsonObject {
    /** Reads and writes all JSON of the functions. A name that comes twice is an error. */
    public static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final Map<String, Object> members;

    private JsonObject(Map<String, Object> members) {
        this.members = members;
    }

    /** @throws MalformedJsonException if the text is not one JSON object */
    public static JsonObject parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return whole(parser);
        } catch (JsonProcessingException broken) {
            throw new MalformedJsonException(JsonTrouble.describeWithPlace(broken), broken);
        } catch (IOException impossible) {
            throw new UncheckedIOException("Reading from memory", impossible);
        }
    }

    /** @throws MalformedJsonException if the stream does not hold one JSON object in UTF-8 */
    public static JsonObject parse(InputStream utf8) throws IOException {
        try (JsonParser parser = FACTORY.createParser(utf8)) {
            return whole(parser);
        } catch (JsonProcessingException broken) {
            throw new MalformedJsonException(JsonTrouble.describeWithPlace(broken), broken);
        }
    }

    /** Reads the object at whose start the parser stands, and leaves it at its end. */
    public static JsonObject read(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new MalformedJsonException(place(parser) + "expected a JSON object");
        }
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            Object value = value(parser);
            if (value != null) {
                members.put(name, value);
            }
        }
        return new JsonObject(members);
    }

    private static String place(JsonParser parser) {
        JsonLocation where = parser.currentTokenLocation();
        return "line " + where.getLineNr() + ", column " + where.getColumnNr() + ": ";
    }

    private static JsonObject whole(JsonParser parser) throws IOException {
        parser.nextToken();
        JsonObject object = read(parser);
        if (parser.nextToken() != null) {
            throw new MalformedJsonException(place(parser) + "something follows the JSON object");
        }
        return object;
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> read(parser);
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    Object element = value(parser);
                    if (element == null) {
                        throw new MalformedJsonException(place(parser) + "null in an array");
                    }
                    elements.add(element);
                }
                yield elements;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> switch (parser.getNumberType()) {
                case INT, LONG -> parser.getLongValue();
                default -> parser.getDecimalValue();
            };
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            default -> throw new MalformedJsonException(place(parser) + "unexpected end");
        };
    }

    public Optional<String> text(String... path) {
        return find(String.class, "text", path);
    }

    /** @throws MalformedJsonException if it is absent */
    public String needText(String... path) {
        return text(path).orElseThrow(() -> missing(path));
    }

    public OptionalLong number(String... path) {
        Optional<Long> number = find(Long.class, "an integer of 64 bits", path);
        return number.isPresent() ? OptionalLong.of(number.get()) : OptionalLong.empty();
    }

    /** @throws MalformedJsonException if it is absent */
    public long needNumber(String... path) {
        return number(path).orElseThrow(() -> missing(path));
    }

    public Optional<Boolean> flag(String... path) {
        return find(Boolean.class, "true or false", path);
    }

    public Optional<JsonObject> object(String... path) {
        return find(JsonObject.class, "an object", path);
    }

    /** @throws MalformedJsonException if it is absent */
    public JsonObject needObject(String... path) {
        return object(path).orElseThrow(() -> missing(path));
    }

    /** An object, or text that holds one: some services hand on an object as its text. */
    public Optional<JsonObject> embedded(String... path) {
        return at(path).map(value -> value instanceof String text
                ? parse(text)
                : cast(JsonObject.class, "an object", value, path));
    }

    /** The objects of an array; an absent one is empty. */
    public List<JsonObject> objects(String... path) {
        return elements(JsonObject.class, "an object", path);
    }

    /** The texts of an array; an absent one is empty. */
    public List<String> texts(String... path) {
        return elements(String.class, "text", path);
    }

    public boolean has(String... path) {
        return at(path).isPresent();
    }

    /** The names of its members, in their order. */
    public List<String> names() {
        return List.copyOf(members.keySet());
    }

    /** Writes it as it was read. */
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, Object> member : members.entrySet()) {
            out.writeFieldName(member.getKey());
            write(out, member.getValue());
        }
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        switch (value) {
            case JsonObject object -> object.write(out);
            case List<?> elements -> {
                out.writeStartArray();
                for (Object element : elements) {
                    write(out, element);
                }
                out.writeEndArray();
            }
            case String text -> out.writeString(text);
            case Boolean flag -> out.writeBoolean(flag);
            case Long number -> out.writeNumber(number);
            case BigDecimal number -> out.writeNumber(number);
            default -> throw new AssertionError("Never read: " + value.getClass());
        }
    }

    private <T> List<T> elements(Class<T> type, String wanted, String... path) {
        List<T> elements = new ArrayList<>();
        for (Object element : find(List.class, "an array", path).orElse(List.of())) {
            elements.add(cast(type, wanted, element, path));
        }
        return elements;
    }

    private <T> Optional<T> find(Class<T> type, String wanted, String... path) {
        return at(path).map(value -> cast(type, wanted, value, path));
    }

    private Optional<Object> at(String... path) {
        Object value = this;
        for (String name : path) {
            value = value instanceof JsonObject object ? object.members.get(name) : null;
            if (value == null) {
                return Optional.empty();
            }
        }
        return Optional.of(value);
    }

    private static <T> T cast(Class<T> type, String wanted, Object value, String... path) {
        if (!type.isInstance(value)) {
            throw new MalformedJsonException(String.join(".", path) + " is not " + wanted);
        }
        return type.cast(value);
    }

    private static MalformedJsonException missing(String... path) {
        return new MalformedJsonException(String.join(".", path) + " is missing");
    }

    /** As JSON. */
    @Override
    public String toString() {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            write(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return text.toString();
    }
}
