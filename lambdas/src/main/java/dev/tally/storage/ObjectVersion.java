package dev.tally.storage;

import java.util.Optional;

import dev.tally.file.FileRef;

/**
 * Which content of a file is meant.
 *
 * @param versionId where the bucket has versions
 * @param etag guards the reading where there is no version id; absent = whatever is there now
 */
public record ObjectVersion(FileRef file, Optional<String> versionId, Optional<String> etag) {
    /** A file of ours that is written once, so that its name is enough. */
    public static ObjectVersion only(FileRef file) {
        return new ObjectVersion(file, Optional.empty(), Optional.empty());
    }

    @Override
    public String toString() {
        return file.uri() + versionId.map(id -> " (version " + id + ')').orElse("");
    }
}
