package dev.tally.completeness;

import java.util.Optional;

import dev.tally.fixity.Checksum;

/**
 * A version of a file whose bytes a run found to be other than its manifest announced. Whether they are what another
 * manifest announces, {@link Verdict} says.
 *
 * @param etag names the version, together with {@code versionId} where the bucket has versions
 * @param expected what the manifest states
 * @param actual what the bytes have
 */
public record BadMark(String etag, Optional<String> versionId, Checksum expected, Checksum actual) {}
