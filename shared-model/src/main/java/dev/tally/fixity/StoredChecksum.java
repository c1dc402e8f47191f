package dev.tally.fixity;

import java.util.Optional;
import java.util.regex.Pattern;

/** A checksum that the store keeps with an object. */
public sealed interface StoredChecksum {
    /** The digest of all the object's bytes. */
    record Whole(Checksum checksum) implements StoredChecksum {}

    /**
     * A digest of the digests of the parts in which the object was uploaded. It says nothing to who does not know where
     * these were cut.
     */
    record Composite(ChecksumAlgorithm algorithm) implements StoredChecksum {}

    /** {@code <base64>-<number of parts>}; base64 itself has no hyphen. */
    Pattern OF_PARTS = Pattern.compile(".*-[0-9]+");

    /**
     * Reads what S3 answers to a HEAD in checksum mode.
     *
     * @param text base64, with a hyphen and the number of parts behind it if it is composite
     * @param type {@code FULL_OBJECT} or {@code COMPOSITE}; older stores tell none
     * @throws IllegalArgumentException if the text is no digest of the algorithm
     */
    static StoredChecksum parse(ChecksumAlgorithm algorithm, String text, Optional<String> type) {
        boolean composite = type.filter("COMPOSITE"::equals).isPresent() || OF_PARTS.matcher(text).matches();
        return composite ? new Composite(algorithm) : new Whole(Checksum.parse(algorithm, text));
    }
}
