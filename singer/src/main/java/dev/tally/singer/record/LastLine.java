package dev.tally.singer.record;

import java.io.IOException;
import java.util.Arrays;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;

/** What stands behind the last line feed of a stream (R12): a whole message, which only lacks its line feed, or one that broke off. */
final class LastLine {
    static final LastLine NONE = new LastLine(false, new byte[0]);

    private static final JsonFactory JSON = new JsonFactory();

    private final boolean message;
    private final byte[] bytes;

    private LastLine(boolean message, byte[] bytes) {
        this.message = message;
        this.bytes = bytes;
    }

    static LastLine of(byte[] buffer, int from, int to) {
        if (from == to) {
            return NONE;
        }
        if (new Sniffer().sniff(buffer, from, to) == MessageType.INVALID || !isJson(buffer, from, to)) {
            return new LastLine(false, Arrays.copyOfRange(buffer, from, to));
        }
        byte[] line = Arrays.copyOf(Arrays.copyOfRange(buffer, from, to), to - from + 1);
        line[to - from] = '\n';
        return new LastLine(true, line);
    }

    boolean isMessage() {
        return message;
    }

    boolean isPartial() {
        return !message && bytes.length > 0;
    }

    /** Of a message with the line feed. */
    byte[] bytes() {
        return bytes;
    }

    private static boolean isJson(byte[] buffer, int from, int to) {
        try (JsonParser parser = JSON.createParser(buffer, from, to - from)) {
            parser.nextToken();
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException broken) {
            return false;
        }
    }
}
