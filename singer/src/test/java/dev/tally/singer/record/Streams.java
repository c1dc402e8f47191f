package dev.tally.singer.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Whole streams of taps: real ones where they are beside the checkout, and ones made here that have the same oddities. */
final class Streams {
    static final Path SAMPLES = Path.of("../../shared/singer-samples");

    private Streams() {}

    /** What is beside this checkout; empty if nothing is. */
    static Map<String, byte[]> real() throws IOException {
        var streams = new TreeMap<String, byte[]>();
        if (Files.isDirectory(SAMPLES)) {
            try (Stream<Path> files = Files.list(SAMPLES)) {
                for (Path file : files.filter(file -> file.toString().matches(".*\\.(singer|jsonl)")).toList()) {
                    streams.put(file.getFileName().toString(), Files.readAllBytes(file));
                }
            }
        }
        return streams;
    }

    static Map<String, byte[]> made() {
        var streams = new LinkedHashMap<String, byte[]>();
        String schema = schema("a", "");
        streams.put("batch", text(schema, "{\"type\":\"ACTIVATE_VERSION\",\"stream\":\"a\",\"version\":1640995200}",
                "{\"type\":\"BATCH\",\"stream\":\"a\",\"encoding\":{\"format\":\"jsonl\"},\"manifest\":[\"file:///tmp/x.json.gz\"]}",
                state(1)));
        streams.put("states between streams",
                text(state(0), schema, schema("b", ""), record("a", "1"), state(1), record("b", "1"),
                        record("a", "2"), state(2), state(2), record("b", "2"), state(3)));
        streams.put("schema changes",
                text(schema, record("a", "1"), schema("a", ",\"title\":\"x\""), record("a", "2"), schema,
                        schema, state(1), record("a", "3"), state(2), schema("a", ",\"title\":\"y\""), state(3),
                        record("a", "4")));
        streams.put("escapes", text(schema, record("a", "\"\\u00e9\\/\\\"}{\\\\\""), record("\\u0061", "\"é😀\""),
                "{\"record\": {\"type\": \"STATE\", \"stream\": \"b\"}, \"stream\" : \"a\" ,\"type\":\"record\" }",
                state(1),
                record("a", "0")));
        streams.put("record before schema",
                text(record("a", "1"), state(1), schema, record("a", "2"), state(2), record("a", "3")));
        streams.put("numbers",
                text(schema, record("a", "12345678901234567890.10"), record("a", "1E400"), record("a", "-0"),
                        record("a", "NaN"),
                        "{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":{\"id\":" + "9".repeat(1_000_000) + "}}",
                        state(1)));
        streams.put("versions",
                text("{\"type\":\"ACTIVATE_VERSION\",\"stream\":\"a\",\"version\":1}", schema, record("a", "1"),
                        "{\"type\":\"ACTIVATE_VERSION\",\"stream\":\"a\",\"version\":2}", state(1)));
        streams.put("no JSON",
                text(schema, "THIS IS A TEST INPUT FROM A TAP WITH A LINE WITH INVALID JSON", "", "[]", "{}",
                        record("a", "1"), "{\"type\":\"RECORD\",\"stream\":\"a\",\"rec", state(1)));
        streams.put("states alone", text(state(1), state(2), state(3)));
        streams.put("unknown types",
                text("{\"type\":\"LOG\",\"stream\":\"a\"}", schema, "{\"type\":\"\"}", record("a", "1"), state(1)));
        streams.put("carriage returns",
                text(schema + "\r", record("a", "1") + "\r", "\r", state(1) + "\r", record("a", "2") + "\r"));
        streams.put("byte order mark", text("\ufeff" + schema, record("a", "1"), state(1)));
        streams.put("no final line feed", cut(text(schema, record("a", "1"), state(1)), 1));
        streams.put("truncated", cut(text(schema, record("a", "1"), state(1), record("a", "2")), 9));
        streams.put("NUL and bytes that are no UTF-8", odd(schema));
        return streams;
    }

    private static byte[] odd(String schema) {
        var bytes = new ByteArrayOutputStream();
        try {
            bytes.write(text(schema));
            bytes.write("{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":\"\0".getBytes(StandardCharsets.UTF_8));
            bytes.write(new byte[]{(byte) 0xff, (byte) 0xc3, 0x28, (byte) 0xed, (byte) 0xa0, (byte) 0x80});
            bytes.write("\"}\n".getBytes(StandardCharsets.UTF_8));
            bytes.write("{\"type\":\"SCHEMA\",\"stream\":\"".getBytes(StandardCharsets.UTF_8));
            bytes.write(new byte[]{(byte) 0xfe});
            bytes.write("\",\"schema\":{}}\n\0\0\n".getBytes(StandardCharsets.UTF_8));
            bytes.write(text(state(1)));
            bytes.write("{\"type\":\"RECORD\",\"stream\":\"".getBytes(StandardCharsets.UTF_8));
            bytes.write(new byte[]{(byte) 0xfe});
            bytes.write("\"}\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static String schema(String stream, String more) {
        return "{\"type\": \"SCHEMA\", \"stream\": \"" + stream + "\", \"schema\": {\"properties\": {\"id\": {}}" + more
                + "}, \"key_properties\": [\"id\"]}";
    }

    private static String record(String stream, String id) {
        return "{\"type\": \"RECORD\", \"stream\": \"" + stream + "\", \"record\": {\"id\": " + id + "}}";
    }

    private static String state(int number) {
        return "{\"type\": \"STATE\", \"value\": {\"bookmarks\": " + number + "}}";
    }

    private static byte[] text(String... lines) {
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] cut(byte[] stream, int bytes) {
        return Arrays.copyOf(stream, stream.length - bytes);
    }
}
