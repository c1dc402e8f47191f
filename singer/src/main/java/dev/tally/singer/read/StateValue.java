package dev.tally.singer.read;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/** Cuts the value out of a STATE message, byte by byte as it is: it belongs to the tap, and a number written anew can be another one. */
final class StateValue {
    private StateValue() {}

    /** Empty if the message has none, or is broken. */
    static Optional<byte[]> of(byte[] line) {
        try (JsonParser parser = MessageJson.FACTORY.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isValue = parser.currentName().equals("value");
                parser.nextToken();
                int start = offset(parser);
                parser.skipChildren();
                if (isValue) {
                    parser.nextToken();
                    return Optional.of(Arrays.copyOfRange(line, start, end(line, offset(parser))));
                }
            }
            return Optional.empty();
        } catch (IOException broken) {
            return Optional.empty();
        }
    }

    private static int offset(JsonParser parser) {
        return Math.toIntExact(parser.currentTokenLocation().getByteOffset());
    }

    /** Where the value before the next token ends: there is space between, and a comma if that is a name. */
    private static int end(byte[] line, int next) {
        int end = next;
        while (line[end - 1] <= ' ' || line[end - 1] == ',') {
            end--;
        }
        return end;
    }
}
