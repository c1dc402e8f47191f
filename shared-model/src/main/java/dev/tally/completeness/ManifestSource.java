package dev.tally.completeness;

import java.util.function.Consumer;

import dev.tally.fixity.Checksum;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;

/** Port: reading manifests where they are. */
public interface ManifestSource {
    /**
     * What was read.
     *
     * @param digest of the bytes as they are stored
     */
    record Text(ManifestHeader header, Checksum digest) {}

    /**
     * Reads that very version, member by member.
     *
     * @throws dev.tally.manifest.ManifestRejectedException if it cannot be accepted
     * @throws ManifestGoneException if that version is not there any more
     */
    Text read(ManifestVersion manifest, Consumer<Member> members);
}
