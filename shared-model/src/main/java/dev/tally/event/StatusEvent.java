package dev.tally.event;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.delivery.ChangedInput;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.Life;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.Reason;
import dev.tally.file.FileRef;
import dev.tally.manifest.ManifestVersion;

/**
 * A delivery is in another status than before, or something else of it is worth telling. It goes out at least once; its id is the same each time. All its numbers
 * fit 64 bits, which is all that an event's may have; what is larger would be text.
 *
 * <pre>
 * detail = { id, environment, dataset, delivery, revision, attempt, status, previousStatus?, at, due?, overdue?,
 *            manifestRepeatedAt?, inputsChanged?: { file, at }, reason?: { stage, error, cause }, members, manifest: { bucket, key, versionId? }, resolvedManifest?,
 *            execution?, outputs?: { manifest, prefix?, count, bytes }, archive?, archives, shortened? }
 * </pre>
 *
 * @param delivery as it is in that status
 * @param previous its life until then; absent for a new delivery
 * @param outputFolder where the attempt's job wrote, if there are outputs
 */
public record StatusEvent(String environment, Delivery delivery, Optional<Life> previous,
        Optional<FileRef> outputFolder) {
    /** The source of all events of Tally. */
    public static final String SOURCE = "tally";

    private static final JsonFactory JSON = new JsonFactory();

    /** What kind of event it is: {@code Delivery Complete}. */
    public String detailType() {
        return "Delivery " + switch (kind()) {
            case STATUS -> delivery.status().title();
            case OVERDUE -> "Overdue";
            case MANIFEST_REPEATED -> "Manifest Repeated";
            case INPUTS_CHANGED -> "Inputs Changed";
        };
    }

    /** What an event tells. */
    public enum Kind {
        /** The delivery is new, or in another status. */
        STATUS,
        /** It waits for too long. */
        OVERDUE,
        /** Its manifest came again unchanged, which began nothing. */
        MANIFEST_REPEATED,
        /** A file that it uses was written again or deleted since. */
        INPUTS_CHANGED
    }

    /** All but the first leave the status as it was. */
    public Kind kind() {
        Life now = delivery.life();
        if (previous.filter(before -> before.status() == now.status()).isEmpty()) {
            return Kind.STATUS;
        }
        Life before = previous.get();
        return !before.repeated().equals(now.repeated())
                ? Kind.MANIFEST_REPEATED
                : !before.changedInput().equals(now.changedInput()) ? Kind.INPUTS_CHANGED : Kind.OVERDUE;
    }

    /** When what it tells happened. */
    public Instant at() {
        Life now = delivery.life();
        Optional<Instant> at = switch (kind()) {
            case STATUS -> Optional.empty();
            case OVERDUE -> now.overdueAt();
            case MANIFEST_REPEATED -> now.repeated().map(ManifestVersion::at);
            case INPUTS_CHANGED -> now.changedInput().map(ChangedInput::at);
        };
        return at.orElse(now.changedAt());
    }

    /** The same for each time that it goes out: the revision, and which of its transitions this is. */
    public String id() {
        return delivery.key() + "!" + delivery.life().transitions();
    }

    /** The detail as JSON. */
    public String detail() {
        return json(json -> {
            writeIdentity(json);
            if (delivery.life().reason().isPresent()) {
                write(json, delivery.life().reason().get());
            }
            json.writeNumberField("members", delivery.contents().members());
            write(json, delivery.manifest());
            writeRun(json);
            json.writeBooleanField("archives", delivery.contents().archives());
        });
    }

    /** Only what identifies the delivery, for when the whole detail is too large for an event; the API has the rest. */
    public String shortDetail() {
        return json(json -> {
            writeIdentity(json);
            json.writeBooleanField("archives", delivery.contents().archives());
            json.writeBooleanField("shortened", true);
        });
    }

    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private static String json(Fields fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return text.toString();
    }

    private void writeIdentity(JsonGenerator json) throws IOException {
        json.writeStringField("id", id());
        json.writeStringField("environment", environment);
        json.writeStringField("dataset", delivery.key().id().dataset());
        json.writeStringField("delivery", delivery.key().id().name());
        json.writeStringField("revision", delivery.key().revision());
        json.writeNumberField("attempt", delivery.attempt());
        json.writeStringField("status", delivery.status().name());
        if (previous.isPresent()) {
            json.writeStringField("previousStatus", previous.get().status().name());
        }
        json.writeStringField("at", at().toString());
        if (delivery.contents().due().isPresent()) {
            json.writeStringField("due", delivery.contents().due().get().toString());
        }
        if (kind() == Kind.OVERDUE) {
            json.writeBooleanField("overdue", true);
        }
        if (delivery.life().repeated().isPresent()) {
            json.writeStringField("manifestRepeatedAt", delivery.life().repeated().get().at().toString());
        }
        if (delivery.life().changedInput().isPresent()) {
            json.writeObjectFieldStart("inputsChanged");
            json.writeStringField("file", delivery.life().changedInput().get().file().uri());
            json.writeStringField("at", delivery.life().changedInput().get().at().toString());
            json.writeEndObject();
        }
    }

    private static void write(JsonGenerator json, Reason reason) throws IOException {
        json.writeObjectFieldStart("reason");
        json.writeStringField("stage", reason.stage());
        json.writeStringField("error", reason.error());
        json.writeStringField("cause", reason.cause());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, ManifestVersion manifest) throws IOException {
        json.writeObjectFieldStart("manifest");
        json.writeStringField("bucket", manifest.file().bucket());
        json.writeStringField("key", manifest.file().key());
        if (manifest.versionId().isPresent()) {
            json.writeStringField("versionId", manifest.versionId().get());
        }
        json.writeEndObject();
    }

    private void writeRun(JsonGenerator json) throws IOException {
        if (delivery.life().resolved().isPresent()) {
            json.writeStringField("resolvedManifest", delivery.life().resolved().get().file().uri());
        }
        if (delivery.life().execution().isPresent()) {
            json.writeStringField("execution", delivery.life().execution().get());
        }
        if (delivery.life().outputs().isPresent()) {
            Outputs outputs = delivery.life().outputs().get();
            json.writeObjectFieldStart("outputs");
            json.writeStringField("manifest", outputs.manifest().uri());
            if (outputFolder.isPresent()) {
                json.writeStringField("prefix", outputFolder.get().uri());
            }
            json.writeNumberField("count", outputs.count());
            json.writeNumberField("bytes", outputs.bytes());
            json.writeEndObject();
        }
        if (delivery.life().seal().isPresent()) {
            json.writeStringField("archive", delivery.life().seal().get());
        }
    }
}
