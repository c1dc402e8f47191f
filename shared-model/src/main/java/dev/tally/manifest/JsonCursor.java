package dev.tally.manifest;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;

import dev.tally.spelling.Spelling;

/** A parser that notes faults at the place where it stands, and goes on. */
final class JsonCursor {
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    private static final int LONGEST_PLACE = 200;

    private final JsonParser parser;
    private final Faults faults;

    JsonCursor(JsonParser parser, Faults faults) {
        this.parser = parser;
        this.faults = faults;
    }

    JsonParser parser() {
        return parser;
    }

    JsonToken token() {
        return parser.currentToken();
    }

    JsonLocation location() {
        return parser.currentTokenLocation();
    }

    /** The JSON path of the current value. */
    String place() {
        StringBuilder place = new StringBuilder();
        for (JsonStreamContext context = parser.getParsingContext(); context != null; context = context.getParent()) {
            if (context.inArray() && context.hasCurrentIndex()) {
                place.insert(0, "[" + context.getCurrentIndex() + ']');
            } else if (context.inObject() && context.hasCurrentName()) {
                String name = context.getCurrentName();
                place.insert(0, PLAIN_NAME.matcher(name).matches() ? '.' + name : '[' + Spelling.quote(name) + ']');
            }
        }
        place.insert(0, '$');
        return place.length() <= LONGEST_PLACE ? place.toString() : place.substring(0, LONGEST_PLACE) + "…";
    }

    void fault(String message) {
        faults.add(location(), place(), message);
    }

    /**
     * Reads the object at which it stands, field by field. Unknown fields, and those that come twice, are faults and
     * skipped, as are values that are null.
     *
     * @param field called with the number of a known field, its value being the current token; has to consume it
     * @return the fields that came, as bits
     */
    int readObject(List<String> known, FieldReader field) throws IOException {
        int seen = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            int index = known.indexOf(name);
            if (index < 0) {
                fault("unknown field " + Spelling.quote(name) + "; " + Spelling.hint(name, known));
            } else if ((seen & 1 << index) != 0) {
                fault(Spelling.quote(name) + " stands twice in one object");
            }
            boolean skip = index < 0 || (seen & 1 << index) != 0;
            seen |= index < 0 ? 0 : 1 << index;
            if (parser.nextToken() == JsonToken.VALUE_NULL && !skip) {
                fault("has no value; give it one or leave the field out");
            } else if (skip) {
                parser.skipChildren();
            } else {
                field.read(index);
            }
        }
        return seen;
    }

    /** Whether the current value is of that kind; if not, that is a fault and it is skipped. */
    boolean is(JsonToken expected, String description) throws IOException {
        if (token() == expected) {
            return true;
        }
        fault("expected " + description + ", not " + describe(token()));
        parser.skipChildren();
        return false;
    }

    /** What a rule makes of the current value, if that is text that the rule does not throw at. */
    <T> Optional<T> text(Function<String, T> rule) throws IOException {
        if (!is(JsonToken.VALUE_STRING, "text")) {
            return Optional.empty();
        }
        String text = parser.getText();
        try {
            return Optional.of(rule.apply(text));
        } catch (IllegalArgumentException refused) {
            fault(String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
    }

    static String describe(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NULL -> "null";
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT -> "nothing";
        };
    }

    /** Reads the value of a field. */
    interface FieldReader {
        void read(int index) throws IOException;
    }
}
