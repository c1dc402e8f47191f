package dev.tally.manifest;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.fixity.Checksum;
import dev.tally.fixity.Fixity;

/**
 * Writes a manifest member by member, one on each line, in the form that {@link NativeManifestReader} reads. Closed
 * before {@link #finish()} it leaves a text that no reader accepts, so that a list which broke off is never taken for a
 * whole one.
 */
public final class ManifestWriter implements AutoCloseable {
    private final OutputStream out;
    private final JsonGenerator json;

    /**
     * Begins a manifest.
     *
     * @param delivery its name, if it shall not be that of the file
     * @param parameters a JSON object, if there are any
     * @throws UncheckedIOException if the stream fails, as from all methods
     */
    public ManifestWriter(OutputStream out, Optional<String> delivery, Optional<String> parameters) {
        this.out = out;
        try {
            json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
            json.writeStartObject();
            json.writeNumberField("tallyManifest", 1);
            if (delivery.isPresent()) {
                json.writeStringField("delivery", delivery.get());
            }
            if (parameters.isPresent()) {
                json.writeFieldName("parameters");
                json.writeRawValue(parameters.get());
            }
            json.writeArrayFieldStart("members");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Adds a member. That it is one which the reader accepts is for {@link ManifestScope#resolve} to say. */
    public void add(String path, Fixity fixity, Optional<String> role, boolean required) {
        try {
            json.writeRaw("\n");
            json.writeStartObject();
            json.writeStringField("path", path);
            if (fixity.size().isPresent()) {
                json.writeNumberField("size", fixity.size().getAsLong());
            }
            if (!fixity.checksums().isEmpty()) {
                json.writeObjectFieldStart("checksums");
                for (Checksum checksum : fixity.checksums()) {
                    json.writeStringField(checksum.algorithm().label(), checksum.hex());
                }
                json.writeEndObject();
            }
            if (role.isPresent()) {
                json.writeStringField("role", role.get());
            }
            if (!required) {
                json.writeBooleanField("required", false);
            }
            json.writeEndObject();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Ends the manifest; the stream stays open. */
    public void finish() {
        try {
            json.writeEndArray();
            json.writeEndObject();
            json.flush();
            out.write("\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Closes the stream too. */
    @Override
    public void close() {
        try {
            json.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
