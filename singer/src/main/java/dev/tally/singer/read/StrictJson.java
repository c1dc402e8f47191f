package dev.tally.singer.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/**
 * What a line has that strict readers of JSON refuse, or silently change (RFC 8259, sections 4, 6 and 8; RFC 7493): NaN and Infinity, a
 * name that stands twice in an object, bytes that are no UTF-8, and half of a surrogate pair (with one in a name a line is no JSON here).
 */
final class StrictJson {
    private StrictJson() {}

    /** The first of these in a line that is JSON, or the bytes that are no UTF-8 in any line. */
    static Optional<String> objection(byte[] line, int from, int to) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, from, to - from)).toString();
        } catch (CharacterCodingException not) {
            return Optional.of("the line has bytes that are no UTF-8");
        }
        try (JsonParser parser = MessageJson.FACTORY.createParser(text)) {
            return objection(parser);
        } catch (IOException noJson) {
            return Optional.empty();
        }
    }

    private static Optional<String> objection(JsonParser parser) throws IOException {
        Deque<Set<String>> names = new ArrayDeque<>();
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.START_OBJECT) {
                names.push(new HashSet<>());
            } else if (token == JsonToken.END_OBJECT) {
                names.pop();
            } else if (token == JsonToken.FIELD_NAME && !names.element().add(parser.currentName())) {
                return Optional.of("the name \"" + parser.currentName() + "\" stands twice in an object");
            } else if (token == JsonToken.VALUE_NUMBER_FLOAT && parser.isNaN()) {
                return Optional.of(parser.getText() + " is no number of JSON");
            }
            if (token == JsonToken.VALUE_STRING && hasHalfPair(parser.getText())) {
                return Optional.of("a text has half of a surrogate pair");
            }
        }
        return Optional.empty();
    }

    private static boolean hasHalfPair(String text) {
        return text.codePoints()
                .anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
