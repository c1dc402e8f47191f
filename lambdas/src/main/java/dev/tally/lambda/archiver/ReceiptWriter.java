package dev.tally.lambda.archiver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.json.JsonObject;
import dev.tally.storage.Entry;

/**
 * What one invocation copied, line by line as the seal will list it, held in memory. The last line,
 * {@code {"next": offset}}, tells where the next invocation began: receipts form a chain, each named by where its
 * invocation began. So an invocation that is repeated replaces its own receipt, and what lies beside the chain means
 * nothing.
 */
final class ReceiptWriter {
    private static final int LONGEST = 8 << 20;

    private final Layout layout;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    ReceiptWriter(Layout layout) {
        this.layout = layout;
    }

    void add(Receipt receipt) {
        line(json -> receipt.write(json, layout));
    }

    /** The result of another delivery is kept with that one. */
    void add(Entry.Result result) {
        line(json -> {
            json.writeStartObject();
            json.writeStringField("path", result.path());
            json.writeStringField("kind", "delivery");
            json.writeStringField("delivery", result.delivery().id().toString());
            json.writeStringField("revision", result.delivery().revision());
            json.writeNumberField("attempt", result.attempt());
            json.writeEndObject();
        });
    }

    boolean isFull() {
        return bytes.size() >= LONGEST;
    }

    /** The whole receipt. */
    byte[] end(long next) {
        line(json -> {
            json.writeStartObject();
            json.writeNumberField("next", next);
            json.writeEndObject();
        });
        return bytes.toByteArray();
    }

    private void line(Body body) {
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(bytes)) {
            body.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        bytes.write('\n');
    }

    private interface Body {
        void write(JsonGenerator json) throws IOException;
    }
}
