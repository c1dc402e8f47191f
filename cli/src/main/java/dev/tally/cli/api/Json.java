package dev.tally.cli.api;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/**
 * A JSON document as a tree. The API's answers pass through the command whole, so that fields which it does not know are not
 * lost, and numbers stay as they were written. A tree of our own, because binding libraries take longer to load than most
 * commands run.
 */
public sealed interface Json {
    /** A string. */
    record Text(String value) implements Json {}

    /** A number, as it is written. */
    record Numeral(String literal) implements Json {}

    /** True or false. */
    record Truth(boolean value) implements Json {}

    /** Null. */
    record Null() implements Json {}

    /** A field that is not there. */
    record Absent() implements Json {}

    /** An array. */
    record Items(List<Json> values) implements Json {
        public Items {
            values = List.copyOf(values);
        }
    }

    /** An object, whose fields keep their order and can be added to. */
    final class Fields implements Json {
        private final Map<String, Json> values = new LinkedHashMap<>();

        public Fields put(String name, Json value) {
            values.put(name, value);
            return this;
        }

        public Fields put(String name, String value) {
            return put(name, new Text(value));
        }

        public Fields put(String name, long value) {
            return put(name, new Numeral(Long.toString(value)));
        }

        public Fields put(String name, double value) {
            return put(name, new Numeral(Double.toString(value)));
        }

        public Fields put(String name, boolean value) {
            return put(name, new Truth(value));
        }

        public Fields put(String name, List<String> texts) {
            return put(name, new Items(texts.stream().<Json>map(Text::new).toList()));
        }

        public Fields remove(String name) {
            values.remove(name);
            return this;
        }

        public Map<String, Json> values() {
            return Collections.unmodifiableMap(values);
        }
    }

    static Fields object() {
        return new Fields();
    }

    /** The field of that name, absent if there is none. */
    default Json path(String name) {
        return this instanceof Fields fields ? fields.values.getOrDefault(name, new Absent()) : new Absent();
    }

    /** The values of an array, none of anything else. */
    default List<Json> items() {
        return this instanceof Items items ? items.values : List.of();
    }

    /** A scalar as text, empty for anything else. */
    default String text() {
        return switch (this) {
            case Text text -> text.value;
            case Numeral number -> number.literal;
            case Truth truth -> Boolean.toString(truth.value);
            case Null _,Absent _,Items _,Fields _ -> "";
        };
    }

    /** A whole number, or what is said for anything else. */
    default long whole(long otherwise) {
        try {
            return this instanceof Numeral number ? Long.parseLong(number.literal) : otherwise;
        } catch (NumberFormatException notWhole) {
            return otherwise;
        }
    }

    /** A truth, or what is said for anything else. */
    default boolean truth(boolean otherwise) {
        return this instanceof Truth truth ? truth.value : otherwise;
    }

    /**
     * Reads one document.
     *
     * @throws JsonParseException if it is none
     */
    static Json read(String text) throws JsonParseException {
        try (var parser = Factory.JSON.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new JsonParseException(parser, "nothing is there");
            }
            Json document = value(parser);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "something comes after the document");
            }
            return document;
        } catch (JsonParseException malformed) {
            throw malformed;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The document on one line. */
    default String line() {
        var text = new StringWriter();
        try (var json = Factory.JSON.createGenerator(text)) {
            write(json, this);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static Json value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> new Text(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Numeral(parser.getText());
            case VALUE_TRUE -> new Truth(true);
            case VALUE_FALSE -> new Truth(false);
            case VALUE_NULL -> new Null();
            case START_ARRAY -> {
                var values = new ArrayList<Json>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    values.add(value(parser));
                }
                yield new Items(values);
            }
            case START_OBJECT -> {
                var fields = new Fields();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    fields.put(name, value(parser));
                }
                yield fields;
            }
            case END_ARRAY, END_OBJECT, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new JsonParseException(parser,
                        "a value was expected");
        };
    }

    private static void write(JsonGenerator json, Json value) throws IOException {
        switch (value) {
            case Text text -> json.writeString(text.value);
            case Numeral number -> json.writeNumber(number.literal);
            case Truth truth -> json.writeBoolean(truth.value);
            case Null _,Absent _ -> json.writeNull();
            case Items items -> {
                json.writeStartArray();
                for (Json item : items.values) {
                    write(json, item);
                }
                json.writeEndArray();
            }
            case Fields fields -> {
                json.writeStartObject();
                for (var field : fields.values.entrySet()) {
                    json.writeFieldName(field.getKey());
                    write(json, field.getValue());
                }
                json.writeEndObject();
            }
        }
    }

    /** Made at its first use. */
    final class Factory {
        private static final JsonFactory JSON = new JsonFactory();

        private Factory() {}
    }
}
