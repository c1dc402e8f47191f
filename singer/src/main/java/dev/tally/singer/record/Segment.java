package dev.tally.singer.record;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;

import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.Ulid;

/**
 * A piece of a spool that becomes a log file: decided, written down, and only then built and uploaded, so that it is built the same again
 * by whoever finds it.
 *
 * @param from of its first byte in the spool
 * @param to behind its last
 * @param partialTo behind what the tap left of a last line; {@code to} if it left nothing
 * @param end if it is the last of its run
 */
record Segment(LogName name, Span span, long from, long to, long partialTo, boolean finalNewlineAdded,
        OptionalInt gzipLevel,
        Optional<End> end) {

    Segment renamed(LogName other) {
        return new Segment(other, span, from, to, partialTo, finalNewlineAdded, gzipLevel, end);
    }

    boolean isEmpty() {
        return from == partialTo;
    }

    void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("cut");
        json.writeStringField("log", name.path());
        json.writeNumberField("part", span.part());
        json.writeNumberField("first", span.first());
        json.writeNumberField("last", span.last());
        json.writeStringField("firstTime", span.firstTime().toString());
        json.writeStringField("lastTime", span.lastTime().toString());
        json.writeNumberField("from", from);
        json.writeNumberField("to", to);
        json.writeNumberField("partialTo", partialTo);
        json.writeBooleanField("finalNewlineAdded", finalNewlineAdded);
        if (gzipLevel.isPresent()) {
            json.writeNumberField("level", gzipLevel.getAsInt());
        }
        if (end.isPresent()) {
            json.writeStringField("reason", end.get().reason().name());
            json.writeNumberField("exitCode", end.get().exitCode());
        }
        json.writeEndObject();
    }

    static Segment read(JsonNode cut, Ulid run) {
        LogName name = LogName.parse(cut.path("log").asText()).orElseThrow();
        var span = new Span(run, cut.path("part").asInt(), cut.path("first").asLong(), cut.path("last").asLong(),
                Instant.parse(cut.path("firstTime").asText()), Instant.parse(cut.path("lastTime").asText()));
        return new Segment(name, span, cut.path("from").asLong(), cut.path("to").asLong(),
                cut.path("partialTo").asLong(),
                cut.path("finalNewlineAdded").asBoolean(),
                cut.has("level") ? OptionalInt.of(cut.path("level").asInt()) : OptionalInt.empty(),
                cut.has("reason")
                        ? Optional.of(
                                new End(End.Reason.valueOf(cut.path("reason").asText()), cut.path("exitCode").asInt()))
                        : Optional.empty());
    }
}
