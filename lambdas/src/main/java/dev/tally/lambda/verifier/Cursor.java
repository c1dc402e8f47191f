package dev.tally.lambda.verifier;

import java.io.IOException;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.json.JsonObject;
import dev.tally.storage.Hashing.Progress.Paused;

/**
 * Where verifying a range goes on.
 *
 * @param offset of the line
 * @param read how much of that line's file was digested, if it was begun
 * @param counts of the lines before
 */
record Cursor(long offset, Optional<Paused> read, Counts counts) {
    static Cursor read(JsonObject json) {
        Optional<Paused> read = json.text("digest").map(Paused::new);
        return new Cursor(json.needNumber("offset"), read, Counts.read(json));
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("offset", offset);
        if (read.isPresent()) {
            json.writeStringField("digest", read.get().state());
        }
        counts.write(json);
        json.writeEndObject();
    }
}
