package dev.tally.file;

import java.time.Instant;
import java.util.Optional;

/** What S3 tells of a file. */
public sealed interface FileEvent {
    FileRef file();

    Sequencer sequencer();

    /** When S3 says that it happened. */
    Instant at();

    /**
     * A file was written, whatever the way (put, post, copy, multipart).
     *
     * @param size bytes, 0 or more
     * @param etag without quotes; a token of the content's revision, never a digest
     * @param versionId absent where the bucket has no versions or the event does not tell
     */
    record Created(FileRef file, Sequencer sequencer, Instant at, long size, String etag, Optional<String> versionId)
            implements
                FileEvent {
        public Created {
            if (size < 0) {
                throw new IllegalArgumentException("Negative size of " + file + ": " + size);
            }
            etag = unquoted(etag);
        }

        private static String unquoted(String etag) {
            boolean quoted = etag.length() >= 2 && etag.startsWith("\"") && etag.endsWith("\"");
            return quoted ? etag.substring(1, etag.length() - 1) : etag;
        }
    }

    /**
     * A file is gone: deleted for good, or hidden behind a delete marker.
     *
     * @param onlyVersion the one that was deleted for good, where the bucket has versions; the file is gone only if that
     *                    was its newest. A rule that clears old versions away tells of each of them
     */
    record Deleted(FileRef file, Sequencer sequencer, Instant at, Optional<String> onlyVersion) implements FileEvent {
        /** The file itself is gone. */
        public Deleted(FileRef file, Sequencer sequencer, Instant at) {
            this(file, sequencer, at, Optional.empty());
        }
    }
}
