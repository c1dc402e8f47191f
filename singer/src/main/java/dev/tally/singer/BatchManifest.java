package dev.tally.singer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/** The data files that a BATCH message names. */
public final class BatchManifest {
    private static final JsonFactory JSON = new JsonFactory();

    private BatchManifest() {}

    /** The URIs of {@code manifest} in the outermost object, as they are written; none if the line is no such message. */
    public static List<String> uris(byte[] line, int from, int to) {
        List<String> uris = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(line, from, to - from)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return List.of();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean manifest = parser.currentName().equals("manifest");
                if (parser.nextToken() == JsonToken.START_ARRAY && manifest) {
                    readTexts(parser, uris);
                } else {
                    parser.skipChildren();
                }
            }
            return uris;
        } catch (IOException notJson) {
            return List.of();
        }
    }

    private static void readTexts(JsonParser parser, List<String> texts) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.VALUE_STRING) {
                texts.add(parser.getText());
            } else {
                parser.skipChildren();
            }
        }
    }
}
