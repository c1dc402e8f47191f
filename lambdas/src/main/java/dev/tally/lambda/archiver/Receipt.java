package dev.tally.lambda.archiver;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.dataset.ArchivePolicy;
import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.storage.Entry;

/**
 * A file that is in the archive.
 *
 * @param checksums those by which the copy was compared
 * @param proof how
 */
record Receipt(Entry.File file, ArchivePolicy.Part part, FileRef copy, List<Checksum> checksums, Proof proof) {
    /** How a copy was found to be what its source is. */
    enum Proof {
        /** By the checksum that S3 stores of the copy's bytes. */
        STORED,
        /** By reading the copy. */
        READ,
        /** By its size alone: nothing else is known of the source. */
        SIZE
    }

    Receipt {
        checksums = List.copyOf(checksums);
    }

    /** Writes it as an object of the seal's list. */
    void write(JsonGenerator json, Layout layout) throws IOException {
        json.writeStartObject();
        json.writeStringField("path", file.path());
        json.writeStringField("kind", switch (part) {
            case MEMBERS -> "member";
            case OUTPUTS -> "output";
        });
        json.writeStringField("file", copy.key().substring(layout.folder().length()));
        json.writeNumberField("size", file.size());
        Entry.writeChecksums(json, checksums);
        json.writeStringField("comparedBy", switch (proof) {
            case STORED -> "stored checksum";
            case READ -> "reading";
            case SIZE -> "size";
        });
        if (file.role().isPresent()) {
            json.writeStringField("role", file.role().get());
        }
        json.writeObjectFieldStart("source");
        json.writeStringField("bucket", file.file().bucket());
        json.writeStringField("key", file.file().key());
        if (file.versionId().isPresent()) {
            json.writeStringField("versionId", file.versionId().get());
        }
        json.writeStringField("etag", file.etag());
        json.writeEndObject();
        json.writeEndObject();
    }
}
