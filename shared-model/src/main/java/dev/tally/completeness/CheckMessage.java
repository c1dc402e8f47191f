package dev.tally.completeness;

import java.util.Optional;

import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.manifest.ManifestVersion;

/** What the check queue carries. Each may come twice, late, and in any order. */
public sealed interface CheckMessage {
    /** Advance a chunk, from the file on that came; from its first member if none is named. */
    record Check(Watch watch, Optional<FileRef> file) implements CheckMessage {}

    /**
     * Take a manifest in.
     *
     * @param first whether no other version of that file was known, so that it repeats none
     */
    record Register(ManifestVersion manifest, boolean first) implements CheckMessage {
        /** One that may repeat another. */
        public Register(ManifestVersion manifest) {
            this(manifest, false);
        }
    }

    /** Wake those who wait for a file and are kept beside it, from a cursor on. */
    record Walk(FileRef file, Optional<String> cursor) implements CheckMessage {}

    /** Read all members of a delivery, and start its job if they are there. */
    record Decide(DeliveryKey delivery) implements CheckMessage {}

    /** Tell the deliveries that use another version of a file that it was written again or deleted, from a cursor on. */
    record Changed(FileRef file, Optional<String> cursor) implements CheckMessage {}

    /** Look whether files that a chunk waits for are there, although no event told of them. */
    record Look(Watch watch) implements CheckMessage {}
}
