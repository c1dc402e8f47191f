package dev.tally.lambda.archiver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import dev.tally.aws.WorkFiles;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.Life;
import dev.tally.json.JsonObject;
import dev.tally.storage.Lines;
import dev.tally.storage.Lines.Line;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;
import dev.tally.storage.ObjectWriter;
import dev.tally.storage.StoredObject;

/**
 * Writes {@code delivery.json}, the last of a delivery's files in the archive: what it is, where it came from, and every
 * file with its size, checksums, source and place. Written once an attempt; a later attempt of the same revision takes
 * the place of an earlier one.
 */
final class Sealer {
    private static final int VERSION = 1;
    /** The fields up to the attempt fit in. */
    private static final int HEAD = 8 << 10;
    private static final int LINES_AT_ONCE = 500;

    private final ObjectReader reader;
    private final ObjectWriter writer;
    private final InstantSource clock;

    Sealer(ObjectReader reader, ObjectWriter writer, InstantSource clock) {
        this.reader = reader;
        this.writer = writer;
        this.clock = clock;
    }

    /**
     * Seals a delivery whose parts were all copied, unless this attempt's seal is there.
     *
     * @throws UnarchivableException if a later attempt was sealed
     */
    void seal(Delivery delivery, List<Part> parts, Layout layout, WorkFiles work) {
        ObjectVersion seal = ObjectVersion.only(layout.seal());
        Optional<StoredObject> there = reader.head(seal);
        int sealed = there.isPresent() ? attempt(seal, there.get()) : 0;
        if (sealed > delivery.attempt()) {
            throw new UnarchivableException("Attempt " + sealed + " of " + delivery.key() + " is archived already");
        }
        if (sealed == delivery.attempt()) {
            return;
        }
        try (ObjectWriter.Upload upload = writer.begin(layout.seal(), there.map(StoredObject::etag))) {
            try (JsonGenerator json = JsonObject.FACTORY.createGenerator(upload)) {
                json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
                write(json, delivery, parts, work);
            }
            upload.commit();
        } catch (IOException failed) {
            throw new UncheckedIOException("Writing " + layout.seal(), failed);
        }
    }

    private int attempt(ObjectVersion seal, StoredObject there) {
        byte[] head = reader.read(seal, 0, (int) Math.min(HEAD, there.size()));
        try (JsonParser json = JsonObject.FACTORY.createParser(new ByteArrayInputStream(head))) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME && json.currentName().equals("attempt")) {
                    json.nextToken();
                    return json.getIntValue();
                }
            }
            throw new UnarchivableException(seal + " is in the way, and is not the seal of a delivery");
        } catch (IOException broken) {
            throw new UnarchivableException(seal + " is in the way, and is not the seal of a delivery");
        }
    }

    private void write(JsonGenerator json, Delivery delivery, List<Part> parts, WorkFiles work) throws IOException {
        json.writeStartObject();
        json.writeNumberField("tallyArchive", VERSION);
        json.writeStringField("dataset", delivery.key().id().dataset());
        json.writeStringField("delivery", delivery.key().id().name());
        json.writeStringField("revision", delivery.key().revision());
        json.writeNumberField("attempt", delivery.attempt());
        json.writeStringField("registeredAt", delivery.registeredAt().toString());
        json.writeStringField("sealedAt", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
        writeHistory(json, delivery.life());
        json.writeObjectFieldStart("manifest");
        json.writeStringField("bucket", delivery.manifest().file().bucket());
        json.writeStringField("key", delivery.manifest().file().key());
        if (delivery.manifest().versionId().isPresent()) {
            json.writeStringField("versionId", delivery.manifest().versionId().get());
        }
        json.writeStringField("etag", delivery.manifest().etag());
        json.writeEndObject();
        if (delivery.life().execution().isPresent()) {
            json.writeStringField("execution", delivery.life().execution().get());
        }
        json.writeFieldName("parameters");
        json.writeRawValue(delivery.contents().parameters());
        json.writeArrayFieldStart("files");
        for (Part part : parts) {
            copyReceipts(delivery, part, work, json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeHistory(JsonGenerator json, Life life) throws IOException {
        json.writeArrayFieldStart("history");
        for (Life.Passage passage : life.history()) {
            json.writeStartObject();
            json.writeStringField("status", passage.status().name());
            json.writeNumberField("attempt", passage.attempt());
            json.writeStringField("at", passage.at().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Follows the chain of a part's receipts. */
    private void copyReceipts(Delivery delivery, Part part, WorkFiles work, JsonGenerator json) throws IOException {
        long offset = part.from();
        while (offset < part.to()) {
            long next = copyReceipt(
                    ObjectVersion.only(work.receipt(delivery.key(), delivery.attempt(), part.index(), offset)), json);
            if (next <= offset) {
                throw new IllegalStateException("The receipts of part " + part.index() + " lead back to " + next);
            }
            offset = next;
        }
    }

    /** Copies all lines but the last, which tells where the next receipt is. */
    private long copyReceipt(ObjectVersion receipt, JsonGenerator json) throws IOException {
        long size = reader.head(receipt)
                .orElseThrow(() -> new IllegalStateException(receipt + " is missing: not all was copied"))
                .size();
        Lines lines = new Lines(reader, receipt, 0, size);
        List<Line> some = lines.next(LINES_AT_ONCE);
        while (!some.isEmpty()) {
            for (Line line : some) {
                if (line.next() == size) {
                    return JsonObject.parse(line.text()).needNumber("next");
                }
                json.writeRawValue(line.text());
            }
            some = lines.next(LINES_AT_ONCE);
        }
        throw new IllegalStateException(receipt + " is empty");
    }
}
