package dev.tally.lambda.api;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;

import dev.tally.delivery.ChangedInput;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.Life;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.Reason;
import dev.tally.fixity.Checksum;
import dev.tally.manifest.ManifestFault;
import dev.tally.manifest.ManifestVersion;

/** Deliveries as the API tells them. */
final class DeliveryJson extends JsonGeneratorDelegate {
    private final Instant now;

    DeliveryJson(JsonGenerator json, Instant now) {
        super(json, false);
        this.now = now;
    }

    /** One of a list. */
    void summary(Delivery delivery) throws IOException {
        writeStartObject();
        fields(delivery);
        writeEndObject();
    }

    /** All that is known of a revision, and what other revisions there are. */
    void whole(Delivery delivery, List<Delivery> revisions) throws IOException {
        writeStartObject();
        fields(delivery);
        writeFieldName("parameters");
        writeRawValue(delivery.contents().parameters());
        writeArrayFieldStart("history");
        for (Life.Passage passage : delivery.life().history()) {
            writeStartObject();
            writeStringField("status", passage.status().name());
            writeNumberField("attempt", passage.attempt());
            writeStringField("at", passage.at().toString());
            writeEndObject();
        }
        writeEndArray();
        writeArrayFieldStart("revisions");
        for (Delivery revision : revisions) {
            writeStartObject();
            writeStringField("revision", revision.key().revision());
            writeStringField("status", revision.status().name());
            writeStringField("at", revision.registeredAt().toString());
            writeEndObject();
        }
        writeEndArray();
        faults(delivery.faults());
        writeEndObject();
    }

    private void fields(Delivery delivery) throws IOException {
        Life life = delivery.life();
        writeStringField("id", delivery.key().id().toString());
        writeStringField("dataset", delivery.key().id().dataset());
        writeStringField("delivery", delivery.key().id().name());
        writeStringField("revision", delivery.key().revision());
        writeNumberField("attempt", life.attempt());
        writeStringField("status", life.status().name());
        writeNumberField("members", delivery.contents().members());
        writeNumberField("required", delivery.contents().required());
        writeNumberField("chunks", delivery.contents().chunks());
        writeStringField("registeredAt", delivery.registeredAt().toString());
        writeStringField("changedAt", life.changedAt().toString());
        optional("due", delivery.contents().due().map(Instant::toString));
        writeBooleanField("overdue", delivery.overdue(now));
        optional("overdueAt", life.overdueAt().map(Instant::toString));
        writeBooleanField("archives", delivery.contents().archives());
        manifest(delivery);
        optional("manifestRepeatedAt", life.repeated().map(repeated -> repeated.at().toString()));
        inputsChanged(life.changedInput());
        optional("resolvedManifest", life.resolved().map(r -> r.file().uri()));
        optional("execution", life.execution());
        if (life.outputs().isPresent()) {
            outputs(life.outputs().get());
        }
        optional("archive", life.seal());
        if (life.reason().isPresent()) {
            reason(life.reason().get());
        }
    }

    private void optional(String name, Optional<String> value) throws IOException {
        if (value.isPresent()) {
            writeStringField(name, value.get());
        }
    }

    private void manifest(Delivery delivery) throws IOException {
        ManifestVersion manifest = delivery.manifest();
        writeObjectFieldStart("manifest");
        writeStringField("bucket", manifest.file().bucket());
        writeStringField("key", manifest.file().key());
        optional("versionId", manifest.versionId());
        optional("sha256", delivery.contents().digest().map(Checksum::hex));
        writeEndObject();
    }

    void inputsChanged(Optional<ChangedInput> input) throws IOException {
        if (input.isPresent()) {
            writeObjectFieldStart("inputsChanged");
            writeStringField("file", input.get().file().uri());
            writeStringField("at", input.get().at().toString());
            writeEndObject();
        }
    }

    private void outputs(Outputs outputs) throws IOException {
        writeObjectFieldStart("outputs");
        writeStringField("manifest", outputs.manifest().uri());
        writeNumberField("count", outputs.count());
        writeNumberField("bytes", outputs.bytes());
        writeEndObject();
    }

    void reason(Reason reason) throws IOException {
        writeObjectFieldStart("reason");
        writeStringField("stage", reason.stage());
        writeStringField("error", reason.error());
        writeStringField("cause", reason.cause());
        writeEndObject();
    }

    void faults(List<ManifestFault> faults) throws IOException {
        if (faults.isEmpty()) {
            return;
        }
        writeArrayFieldStart("faults");
        for (ManifestFault fault : faults) {
            writeStartObject();
            writeNumberField("line", fault.line());
            writeNumberField("column", fault.column());
            writeStringField("place", fault.place());
            writeStringField("message", fault.message());
            writeEndObject();
        }
        writeEndArray();
    }
}
