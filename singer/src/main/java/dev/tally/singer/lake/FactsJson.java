package dev.tally.singer.lake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.Facts.StreamCounts;

/**
 * Writes facts as the JSON beside a log file; {@link FactsReader} reads them.
 *
 * <pre>
 * facts = { singerFacts: 1, log, run, tap, part, firstMessage, lastMessage, lines, injected: [line…], bytes, sha256, storedBytes,
 *           storedSha256, firstTime?, lastTime?, counts: [{ stream, SCHEMA?, RECORD?, BATCH?, ACTIVATE_VERSION? }…],
 *           states, others, trailingState, finalNewlineAdded, invalid: [line…], invalidTotal, schemaless: [stream…],
 *           batches: [{ line, stream, uri, bytes?, etag? }…], partial?, end?: { reason, exitCode } }
 * </pre>
 */
public final class FactsJson {
    private static final JsonFactory JSON = new JsonFactory();

    private FactsJson() {}

    /** One line, with its line feed. */
    public static byte[] write(Facts facts) {
        var bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeNumberField("singerFacts", 1);
            json.writeStringField("log", facts.log());
            write(json, facts.origin());
            write(json, facts.content());
            json.writeNumberField("storedBytes", facts.stored().bytes());
            json.writeStringField("storedSha256", facts.stored().sha256());
            writeCounts(json, facts.streams());
            json.writeNumberField("states", facts.states());
            json.writeNumberField("others", facts.others());
            writeTexts(json, "schemaless", facts.schemaless());
            writeBatches(json, facts.batches());
            writeEnd(json, facts);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, Facts.Origin origin) throws IOException {
        json.writeStringField("run", origin.run().text());
        json.writeStringField("tap", origin.tap());
        json.writeNumberField("part", origin.part());
        json.writeNumberField("firstMessage", origin.firstMessage());
        json.writeNumberField("lastMessage", origin.lastMessage());
        if (origin.firstTime().isPresent()) {
            json.writeStringField("firstTime", origin.firstTime().get().toString());
        }
        if (origin.lastTime().isPresent()) {
            json.writeStringField("lastTime", origin.lastTime().get().toString());
        }
    }

    private static void write(JsonGenerator json, Facts.Content content) throws IOException {
        json.writeNumberField("lines", content.lines());
        writeNumbers(json, "injected", content.injected());
        writeNumbers(json, "invalid", content.invalid());
        json.writeNumberField("invalidTotal", content.invalidTotal());
        json.writeNumberField("bytes", content.bytes());
        json.writeStringField("sha256", content.sha256());
        json.writeBooleanField("trailingState", content.trailingState());
        json.writeBooleanField("finalNewlineAdded", content.finalNewlineAdded());
        if (content.partial().isPresent()) {
            json.writeStringField("partial", content.partial().get());
        }
    }

    private static void writeCounts(JsonGenerator json, Map<String, StreamCounts> streams) throws IOException {
        json.writeArrayFieldStart("counts");
        for (var entry : streams.entrySet()) {
            json.writeStartObject();
            json.writeStringField("stream", entry.getKey());
            writeCount(json, "SCHEMA", entry.getValue().schemas());
            writeCount(json, "RECORD", entry.getValue().records());
            writeCount(json, "BATCH", entry.getValue().batches());
            writeCount(json, "ACTIVATE_VERSION", entry.getValue().versions());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeCount(JsonGenerator json, String type, long count) throws IOException {
        if (count > 0) {
            json.writeNumberField(type, count);
        }
    }

    private static void writeBatches(JsonGenerator json, List<BatchFile> batches) throws IOException {
        json.writeArrayFieldStart("batches");
        for (BatchFile batch : batches) {
            json.writeStartObject();
            json.writeNumberField("line", batch.line());
            json.writeStringField("stream", batch.stream());
            json.writeStringField("uri", batch.uri());
            if (batch.data().isPresent()) {
                json.writeNumberField("bytes", batch.data().get().bytes());
                if (batch.data().get().etag().isPresent()) {
                    json.writeStringField("etag", batch.data().get().etag().get());
                }
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeEnd(JsonGenerator json, Facts facts) throws IOException {
        if (facts.origin().end().isPresent()) {
            var end = facts.origin().end().get();
            json.writeObjectFieldStart("end");
            json.writeStringField("reason", end.reason().name().toLowerCase(Locale.ROOT));
            json.writeNumberField("exitCode", end.exitCode());
            json.writeEndObject();
        }
    }

    private static void writeNumbers(JsonGenerator json, String field, List<Long> numbers) throws IOException {
        json.writeArrayFieldStart(field);
        for (long number : numbers) {
            json.writeNumber(number);
        }
        json.writeEndArray();
    }

    private static void writeTexts(JsonGenerator json, String field, List<String> texts) throws IOException {
        json.writeArrayFieldStart(field);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }
}
