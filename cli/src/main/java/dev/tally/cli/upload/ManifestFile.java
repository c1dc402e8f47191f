package dev.tally.cli.upload;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.fixity.Checksum;

/** Writes a native manifest, member by member. */
public final class ManifestFile implements AutoCloseable {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator json;

    /** @param parameters for the job; each value is JSON */
    public ManifestFile(OutputStream out, String delivery, Map<String, String> parameters) throws IOException {
        json = JSON.createGenerator(out, JsonEncoding.UTF8);
        json.writeStartObject();
        json.writeNumberField("tallyManifest", 1);
        json.writeStringField("delivery", delivery);
        if (!parameters.isEmpty()) {
            json.writeObjectFieldStart("parameters");
            for (var parameter : parameters.entrySet()) {
                json.writeFieldName(parameter.getKey());
                json.writeRawValue(parameter.getValue());
            }
            json.writeEndObject();
        }
        json.writeArrayFieldStart("members");
    }

    /** One member a line, so that a manifest can be read and compared by people too. */
    public void add(String path, Fingerprint fingerprint) throws IOException {
        json.writeRaw("\n  ");
        json.writeStartObject();
        json.writeStringField("path", path);
        json.writeNumberField("size", fingerprint.size());
        json.writeObjectFieldStart("checksums");
        for (Checksum checksum : fingerprint.checksums()) {
            json.writeStringField(checksum.algorithm().label(), checksum.hex());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    @Override
    public void close() throws IOException {
        json.writeRaw('\n');
        json.writeEndArray();
        json.writeEndObject();
        json.writeRaw('\n');
        json.close();
    }
}
