package dev.tally.lambda.archiver;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.json.JsonObject;
import dev.tally.storage.Hashing.Progress.Paused;

/**
 * Where copying a part goes on.
 *
 * @param offset of the line
 * @param begun how far that line's file got
 */
record Cursor(long offset, Begun begun) {
    /** What was done of a file. */
    sealed interface Begun {
        /** Nothing. */
        record Not() implements Begun {}

        /** Some of its parts were copied. */
        record Parts(String upload) implements Begun {}

        /** It was copied, and some of the copy's bytes were read back. */
        record Reading(Paused paused) implements Begun {}
    }

    static Cursor at(long offset) {
        return new Cursor(offset, new Begun.Not());
    }

    static Cursor read(JsonObject json) {
        long offset = json.needNumber("offset");
        if (json.has("upload")) {
            return new Cursor(offset, new Begun.Parts(json.needText("upload")));
        }
        if (json.has("digest")) {
            return new Cursor(offset, new Begun.Reading(new Paused(json.needText("digest"))));
        }
        return at(offset);
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("offset", offset);
        switch (begun) {
            case Begun.Not _ -> {
                // the offset is all
            }
            case Begun.Parts parts -> json.writeStringField("upload", parts.upload());
            case Begun.Reading reading -> json.writeStringField("digest", reading.paused().state());
        }
        json.writeEndObject();
    }
}
