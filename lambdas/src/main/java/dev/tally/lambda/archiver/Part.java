package dev.tally.lambda.archiver;

import java.io.IOException;
import java.util.Locale;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.dataset.ArchivePolicy;
import dev.tally.json.JsonObject;

/**
 * A part of what is to be copied: a range of lines of one of the two lists.
 *
 * @param index of all parts, from 0
 * @param from where its first line begins, in bytes
 * @param to where its last line ends
 */
record Part(int index, ArchivePolicy.Part source, long from, long to) {
    static Part read(JsonObject json) {
        return new Part((int) json.needNumber("index"),
                ArchivePolicy.Part.valueOf(json.needText("source").toUpperCase(Locale.ROOT)), json.needNumber("from"),
                json.needNumber("to"));
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("index", index);
        json.writeStringField("source", source.name().toLowerCase(Locale.ROOT));
        json.writeNumberField("from", from);
        json.writeNumberField("to", to);
        json.writeEndObject();
    }
}
