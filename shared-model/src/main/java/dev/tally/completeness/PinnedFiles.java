package dev.tally.completeness;

import java.util.Optional;

import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;

/** Port: which version of a file an attempt uses. */
public interface PinnedFiles {
    /**
     * Looks into a part of a resolved manifest.
     *
     * @param part 0 or more; each chunk of the delivery is one
     * @return nothing if the part does not have the file, or the resolved manifest is not there any more
     */
    Optional<Version> find(ResolvedManifest resolved, int part, FileRef file);

    /** A version of a file; an event may not have told its id. */
    record Version(String etag, Optional<String> versionId) {
        boolean isOf(FileEvent event) {
            return event instanceof FileEvent.Created file && isOf(file);
        }

        private boolean isOf(FileEvent.Created file) {
            boolean bothKnown = versionId.isPresent() && file.versionId().isPresent();
            return bothKnown ? versionId.equals(file.versionId()) : etag.equals(file.etag());
        }
    }
}
