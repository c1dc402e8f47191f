package dev.tally.lambda.sweeper;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

/**
 * What the sweep queue carries:
 *
 * <pre>
 * message = { sweep: "everything" } | { sweep: "page", dataset, cursor? }
 * </pre>
 */
sealed interface Errand {
    /** A page of each dataset; this is what the schedule sends. */
    record Everything() implements Errand {}

    /** A page of a dataset's open deliveries, the first one if there is no cursor. */
    record Page(String dataset, Optional<String> cursor) implements Errand {}

    /** @throws MalformedJsonException if it is none of these */
    static Errand read(String text) {
        JsonObject json = JsonObject.parse(text);
        return switch (json.needText("sweep")) {
            case "everything" -> new Everything();
            case "page" -> new Page(json.needText("dataset"), json.text("cursor"));
            case String other -> throw new MalformedJsonException("sweep is \"" + other
                    + "\", which is neither \"everything\" nor \"page\"");
        };
    }

    static String write(Page page) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("sweep", "page");
            json.writeStringField("dataset", page.dataset());
            if (page.cursor().isPresent()) {
                json.writeStringField("cursor", page.cursor().get());
            }
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return text.toString();
    }
}
