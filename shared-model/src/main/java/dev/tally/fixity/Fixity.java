package dev.tally.fixity;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a manifest states of a member's content.
 *
 * @param size bytes, if stated
 * @param checksums at most one per algorithm
 */
public record Fixity(OptionalLong size, List<Checksum> checksums) {
    public static final Fixity NONE = new Fixity(OptionalLong.empty(), List.of());

    public Fixity {
        if (size.orElse(0) < 0) {
            throw new IllegalArgumentException("A size is 0 or more bytes, not " + size.getAsLong());
        }
        checksums = List.copyOf(checksums);
    }
}
