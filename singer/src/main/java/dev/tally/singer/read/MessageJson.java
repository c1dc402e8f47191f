package dev.tally.singer.read;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;

/** JSON as taps write it: of any size, and with the NaN and Infinity that Python has. */
final class MessageJson {
    static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build();

    private MessageJson() {}

    /** Whether all of a line is one value. */
    static boolean isWhole(byte[] line, int from, int to) {
        try (JsonParser parser = FACTORY.createParser(line, from, to - from)) {
            parser.nextToken();
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException broken) {
            return false;
        }
    }
}
