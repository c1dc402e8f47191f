package dev.tally.storage;

import java.util.List;
import java.util.Optional;

import dev.tally.fixity.Checksum;

/**
 * What S3 tells of an object without sending it.
 *
 * @param size bytes
 * @param etag without quotes
 * @param checksums those of the whole object; a digest of its parts' digests says nothing about the file
 */
public record StoredObject(long size, String etag, Optional<String> versionId, List<Checksum> checksums) {
    public StoredObject {
        checksums = List.copyOf(checksums);
    }
}
