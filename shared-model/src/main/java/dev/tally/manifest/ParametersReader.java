package dev.tally.manifest;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import dev.tally.spelling.Spelling;

/** Keeps the parameters as compact JSON, with numbers digit by digit as they were written. */
final class ParametersReader {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonCursor cursor;
    private final Faults faults;

    ParametersReader(JsonCursor cursor, Faults faults) {
        this.cursor = cursor;
        this.faults = faults;
    }

    /** The object at which the cursor stands, if it is one and can be kept. */
    Optional<String> read() throws IOException {
        if (!cursor.is(JsonToken.START_OBJECT, "an object")) {
            return Optional.empty();
        }
        JsonLocation begin = cursor.location();
        String place = cursor.place();
        StringWriter text = new StringWriter();
        boolean fits = copy(text);
        String compact = text.toString();
        if (!fits || compact.getBytes(StandardCharsets.UTF_8).length > NativeManifestReader.LONGEST_PARAMETERS) {
            faults.add(begin, place, "more than " + NativeManifestReader.LONGEST_PARAMETERS
                    + " bytes as compact JSON; put more into a file and list that as a member");
        } else if (!ManifestScope.hasUtf8(compact)) {
            faults.add(begin, place, "a text has half a surrogate pair");
        } else {
            return Optional.of(compact);
        }
        return Optional.empty();
    }

    /** Copies the object up to its end, or as much of it as fits, and answers whether it was all. */
    private boolean copy(StringWriter target) throws IOException {
        JsonParser parser = cursor.parser();
        Deque<Set<String>> open = new ArrayDeque<>();
        boolean fits = true;
        try (JsonGenerator out = JSON.createGenerator(target)) {
            do {
                switch (parser.currentToken()) {
                    case START_OBJECT, START_ARRAY -> open.push(new HashSet<>());
                    case END_OBJECT, END_ARRAY -> open.pop();
                    case FIELD_NAME -> checkOnce(parser.currentName(), open.element(), fits);
                    default -> {
                        // a plain value
                    }
                }
                if (fits) {
                    copyToken(parser, out);
                    out.flush();
                    fits = target.getBuffer().length() <= NativeManifestReader.LONGEST_PARAMETERS;
                }
                if (!open.isEmpty()) {
                    parser.nextToken();
                }
            } while (!open.isEmpty());
        }
        return fits;
    }

    private void checkOnce(String name, Set<String> names, boolean fits) {
        if (fits && !names.add(name)) {
            cursor.fault(Spelling.quote(name) + " stands twice in one object");
        }
    }

    private static void copyToken(JsonParser parser, JsonGenerator out) throws IOException {
        switch (parser.currentToken()) {
            case FIELD_NAME -> out.writeFieldName(parser.currentName());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.writeNumber(parser.getText());
            default -> out.copyCurrentEvent(parser);
        }
    }
}
