package dev.tally.completeness;

import java.util.function.Consumer;

import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;

/** Port: reading manifests where they are. */
public interface ManifestSource {
    /**
     * Reads that very version, member by member.
     *
     * @throws dev.tally.manifest.ManifestRejectedException if it cannot be accepted
     * @throws ManifestGoneException if that version is not there any more
     */
    ManifestHeader read(ManifestVersion manifest, Consumer<Member> members);
}
