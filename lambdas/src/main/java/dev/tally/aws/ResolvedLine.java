package dev.tally.aws;

import java.io.IOException;
import java.io.OutputStream;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.file.FileEvent;
import dev.tally.fixity.Checksum;
import dev.tally.json.JsonObject;
import dev.tally.manifest.Member;

/** A line of a resolved manifest: a member, and the very file that stands for it. */
final class ResolvedLine {
    private ResolvedLine() {}

    static void write(OutputStream out, Member member, FileEvent.Created file) throws IOException {
        try (JsonGenerator line = JsonObject.FACTORY.createGenerator(out)
                .disable(
                        JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            line.writeStartObject();
            line.writeStringField("path", member.path());
            if (file.file().isDelivery()) {
                writeDelivery(line, file);
            } else {
                writeFile(line, member, file);
            }
            if (member.role().isPresent()) {
                line.writeStringField("role", member.role().get());
            }
            line.writeBooleanField("required", member.required());
            line.writeEndObject();
            line.writeRaw('\n');
        }
    }

    private static void writeFile(JsonGenerator line, Member member, FileEvent.Created file) throws IOException {
        line.writeStringField("bucket", file.file().bucket());
        line.writeStringField("key", file.file().key());
        if (file.versionId().isPresent()) {
            line.writeStringField("versionId", file.versionId().get());
        }
        line.writeStringField("etag", file.etag());
        line.writeNumberField("size", file.size());
        line.writeObjectFieldStart("checksums");
        for (Checksum checksum : member.fixity().checksums()) {
            line.writeStringField(checksum.algorithm().label(), checksum.hex());
        }
        line.writeEndObject();
    }

    /** The result of another delivery; its etag is {@code <revision>.<attempt>}. */
    private static void writeDelivery(JsonGenerator line, FileEvent.Created file) throws IOException {
        int dot = file.etag().lastIndexOf('.');
        line.writeStringField("delivery", file.file().bucket().substring(file.file().bucket().indexOf(':') + 1) + '/'
                + file.file().key());
        line.writeStringField("revision", file.etag().substring(0, dot));
        line.writeNumberField("attempt", Integer.parseInt(file.etag(), dot + 1, file.etag().length(), 10));
    }
}
