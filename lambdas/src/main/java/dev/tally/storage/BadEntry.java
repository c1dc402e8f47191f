package dev.tally.storage;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

/**
 * A line of a fixity report: a member that is not as announced.
 *
 * <pre>
 * line = { at, path, bucket, key, versionId?, etag, problem: "checksum", expected: { algorithm: hex }, actual: { algorithm: hex } }
 *      | { at, path, bucket, key, versionId?, etag, problem: "size", expected, actual }
 *      | { at, path, bucket, key, versionId?, etag, problem: "gone" }
 * </pre>
 *
 * @param at where its line begins in the resolved manifest, in bytes
 * @param path as the manifest has it
 * @param etag without quotes
 */
public record BadEntry(long at, String path, FileRef file, Optional<String> versionId, String etag, Problem problem) {
    /** What is wrong. */
    public sealed interface Problem {
        /** Its bytes are others. */
        record Bytes(Checksum expected, Checksum actual) implements Problem {}

        /** There are more bytes or fewer. */
        record Size(long expected, long actual) implements Problem {}

        /** That version is not there any more. */
        record Gone() implements Problem {}
    }

    public static BadEntry of(long at, Entry.File file, Problem problem) {
        return new BadEntry(at, file.path(), file.file(), file.versionId(), file.etag(), problem);
    }

    /** Writes it as an object, without line end. */
    public void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("at", at);
        json.writeStringField("path", path);
        json.writeStringField("bucket", file.bucket());
        json.writeStringField("key", file.key());
        if (versionId.isPresent()) {
            json.writeStringField("versionId", versionId.get());
        }
        json.writeStringField("etag", etag);
        switch (problem) {
            case Problem.Bytes bytes -> {
                json.writeStringField("problem", "checksum");
                writeChecksum(json, "expected", bytes.expected());
                writeChecksum(json, "actual", bytes.actual());
            }
            case Problem.Size size -> {
                json.writeStringField("problem", "size");
                json.writeNumberField("expected", size.expected());
                json.writeNumberField("actual", size.actual());
            }
            case Problem.Gone _ -> json.writeStringField("problem", "gone");
        }
        json.writeEndObject();
    }

    private static void writeChecksum(JsonGenerator json, String field, Checksum checksum) throws IOException {
        json.writeObjectFieldStart(field);
        json.writeStringField(checksum.algorithm().label(), checksum.hex());
        json.writeEndObject();
    }

    /** @throws MalformedJsonException if it is none */
    public static BadEntry parse(String line) {
        JsonObject json = JsonObject.parse(line);
        Problem problem = switch (json.needText("problem")) {
            case "checksum" -> new Problem.Bytes(checksum(json, "expected"), checksum(json, "actual"));
            case "size" -> new Problem.Size(json.needNumber("expected"), json.needNumber("actual"));
            case "gone" -> new Problem.Gone();
            case String other -> throw new MalformedJsonException("problem is \"" + other + '"');
        };
        return new BadEntry(json.needNumber("at"), json.needText("path"),
                new FileRef(json.needText("bucket"), json.needText("key")), json.text("versionId"),
                json.needText("etag"), problem);
    }

    private static Checksum checksum(JsonObject json, String field) {
        JsonObject object = json.needObject(field);
        List<String> names = object.names();
        ChecksumAlgorithm algorithm = names.stream()
                .flatMap(name -> ChecksumAlgorithm.of(name).stream())
                .findFirst()
                .orElseThrow(() -> new MalformedJsonException(field + " has no checksum"));
        return Checksum.parse(algorithm, object.needText(algorithm.label()));
    }
}
