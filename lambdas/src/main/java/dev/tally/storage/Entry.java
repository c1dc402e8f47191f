package dev.tally.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

/**
 * A line of a resolved manifest, or of the list of what a job wrote.
 *
 * <pre>
 * line     = file | delivery
 * file     = { path, bucket, key, versionId?, etag, size, checksums: { algorithm: hex… }, role?, required? }
 * delivery = { path, delivery: "dataset/name", revision, attempt }
 * </pre>
 */
public sealed interface Entry {
    /** As the manifest has it, or the key behind the prefix that the job wrote to. */
    String path();

    /**
     * A file in the very version that is used.
     *
     * @param etag without quotes
     * @param size bytes
     * @param checksums what is stated of it; for what a job wrote, what S3 stores
     */
    record File(String path, FileRef file, Optional<String> versionId, String etag, long size, List<Checksum> checksums,
            Optional<String> role) implements Entry {
        public File {
            checksums = List.copyOf(checksums);
        }

        public Fixity fixity() {
            return new Fixity(OptionalLong.of(size), checksums);
        }

        public ObjectVersion version() {
            return new ObjectVersion(file, versionId, Optional.of(etag));
        }

        /** Writes it as an object, without line end. */
        public void write(JsonGenerator json) throws IOException {
            json.writeStartObject();
            json.writeStringField("path", path);
            json.writeStringField("bucket", file.bucket());
            json.writeStringField("key", file.key());
            if (versionId.isPresent()) {
                json.writeStringField("versionId", versionId.get());
            }
            json.writeStringField("etag", etag);
            json.writeNumberField("size", size);
            writeChecksums(json, checksums);
            json.writeEndObject();
        }
    }

    /** The result of another delivery. */
    record Result(String path, DeliveryKey delivery, int attempt) implements Entry {}

    /** @throws MalformedJsonException if it is none */
    static Entry parse(String line) {
        JsonObject json = JsonObject.parse(line);
        String path = json.needText("path");
        if (json.has("delivery")) {
            return new Result(path,
                    new DeliveryKey(DeliveryId.parse(json.needText("delivery")), json.needText("revision")),
                    (int) json.needNumber("attempt"));
        }
        return new File(path, new FileRef(json.needText("bucket"), json.needText("key")), json.text("versionId"),
                json.needText("etag"), json.needNumber("size"), checksums(json), json.text("role"));
    }

    private static List<Checksum> checksums(JsonObject json) {
        List<Checksum> checksums = new ArrayList<>();
        JsonObject stated = json.needObject("checksums");
        for (String name : stated.names()) {
            ChecksumAlgorithm algorithm = ChecksumAlgorithm.of(name)
                    .orElseThrow(() -> new MalformedJsonException("checksums." + name + " is no known algorithm"));
            checksums.add(Checksum.parse(algorithm, stated.needText(name)));
        }
        return checksums;
    }

    /** Writes the field {@code checksums}. */
    static void writeChecksums(JsonGenerator json, List<Checksum> checksums) throws IOException {
        json.writeObjectFieldStart("checksums");
        for (Checksum checksum : checksums) {
            json.writeStringField(checksum.algorithm().label(), checksum.hex());
        }
        json.writeEndObject();
    }
}
