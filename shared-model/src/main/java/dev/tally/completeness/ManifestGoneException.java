package dev.tally.completeness;

import dev.tally.TallyException;
import dev.tally.manifest.ManifestVersion;

/** A manifest was deleted or written again before it was read; the event of that tells the rest. */
public final class ManifestGoneException extends TallyException {
    private static final long serialVersionUID = 1L;

    public ManifestGoneException(ManifestVersion manifest) {
        super(manifest.file() + " is not there any more in the version that was announced ("
                + manifest.versionId().orElse(manifest.etag()) + ')');
    }
}
