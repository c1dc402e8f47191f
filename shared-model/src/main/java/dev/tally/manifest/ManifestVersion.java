package dev.tally.manifest;

import java.time.Instant;
import java.util.Optional;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Sha256;

/**
 * One version of a manifest object: what a revision of a delivery comes from. The same object announced again is the
 * same version.
 */
public record ManifestVersion(FileRef file, Optional<String> versionId, String etag, Sequencer sequencer, long size,
        Instant at) {
    private static final int REVISION_DIGITS = 12;

    public static ManifestVersion of(FileEvent.Created event) {
        return new ManifestVersion(event.file(), event.versionId(), event.etag(), event.sequencer(), event.size(),
                event.at());
    }

    /** A short hash of what identifies this version: its place, its version id or etag, and its sequencer. */
    public String revision() {
        String identity = file + "\n" + versionId.orElse(etag) + "\n" + sequencer;
        return Sha256.hex(identity).substring(0, REVISION_DIGITS);
    }

    /**
     * Whether this one replaces {@code other}. Versions of one object are ordered by their sequencer. A delivery that
     * is announced by two objects goes with the later event, since sequencers of different keys say nothing.
     */
    public boolean isNewerThan(ManifestVersion other) {
        if (file.equals(other.file)) {
            return sequencer.isAfter(other.sequencer);
        }
        int byTime = at.compareTo(other.at);
        return byTime != 0 ? byTime > 0 : file.compareTo(other.file) > 0;
    }
}
