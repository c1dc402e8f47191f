package dev.tally.singer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
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

    /**
     * The message with other URIs; all else in it stays as it is, byte by byte.
     *
     * @param line a BATCH message
     * @throws IOException if an URI cannot be replaced
     */
    public static byte[] replace(byte[] line, Replacement replacement) throws IOException {
        var replaced = new ByteArrayOutputStream(line.length);
        int copied = 0;
        try (JsonParser parser = JSON.createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean manifest = parser.currentName().equals("manifest");
                if (parser.nextToken() == JsonToken.START_ARRAY && manifest) {
                    int start = (int) parser.currentTokenLocation().getByteOffset();
                    List<String> uris = new ArrayList<>();
                    readTexts(parser, uris);
                    replaced.write(line, copied, start - copied);
                    replaced.write(list(uris, replacement));
                    copied = (int) parser.currentTokenLocation().getByteOffset() + 1;
                } else {
                    parser.skipChildren();
                }
            }
        }
        replaced.write(line, copied, line.length - copied);
        return replaced.toByteArray();
    }

    /** What to write instead of a URI. */
    public interface Replacement {
        String of(String uri) throws IOException;
    }

    private static byte[] list(List<String> uris, Replacement replacement) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
            json.writeStartArray();
            for (String uri : uris) {
                json.writeString(replacement.of(uri));
            }
            json.writeEndArray();
        }
        return bytes.toByteArray();
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
