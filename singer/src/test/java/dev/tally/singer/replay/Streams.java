package dev.tally.singer.replay;

import java.util.List;

/** Messages to make streams of. */
final class Streams {
    private Streams() {}

    static String schema(String stream) {
        return schema(stream, "v");
    }

    /** @param column so that schemas can differ */
    static String schema(String stream, String column) {
        return "{\"type\":\"SCHEMA\",\"stream\":\"" + stream + "\",\"schema\":{\"properties\":{\"id\":{},\"" + column
                + "\":{}}},\"key_properties\":[\"id\"]}";
    }

    static String record(String stream, int id) {
        return "{\"type\": \"RECORD\", \"stream\": \"" + stream + "\", \"record\": {\"id\": " + id + "}}";
    }

    static String version(String stream, int version) {
        return "{\"type\":\"ACTIVATE_VERSION\",\"stream\":\"" + stream + "\",\"version\":" + version + "}";
    }

    static String state(int position) {
        return "{\"type\":\"STATE\",\"value\":" + stateValue(position) + "}";
    }

    static String stateValue(int position) {
        return "{\"position\": 1.50, \"n\":" + position + "}";
    }

    static String batch(String stream, String uri) {
        return "{\"type\":\"BATCH\",\"stream\":\"" + stream
                + "\",\"encoding\":{\"format\":\"jsonl\",\"compression\":\"gzip\"},\"manifest\":[\"" + uri + "\"]}";
    }

    static String text(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }
}
