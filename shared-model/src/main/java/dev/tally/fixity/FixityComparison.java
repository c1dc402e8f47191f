package dev.tally.fixity;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What comes out when that which a manifest states of a file is held against what is known of its content: checksums
 * that the store keeps, or digests of the bytes that were read. An ETag is neither: it names a version, and is the MD5
 * of the content only under conditions that nobody can see from outside.
 */
public sealed interface FixityComparison {
    /**
     * The size and every stated checksum were compared, and are equal.
     *
     * @param compared the checksums, none if none was stated
     */
    record Matches(List<Checksum> compared) implements FixityComparison {
        public Matches {
            compared = List.copyOf(compared);
        }
    }

    /** Another size than stated, in bytes. */
    record SizeDiffers(long expected, long actual) implements FixityComparison {}

    /** A checksum is another than stated. */
    record Differs(Checksum expected, Checksum actual) implements FixityComparison {}

    /**
     * Nothing differs, but not everything that was stated could be compared: the bytes must be read.
     *
     * @param unknown the algorithms whose digests are missing, at least one
     */
    record NotComparable(List<ChecksumAlgorithm> unknown) implements FixityComparison {
        public NotComparable {
            unknown = List.copyOf(unknown);
        }
    }

    /** Compares with what the store keeps; composite checksums do not count. */
    static FixityComparison withStored(Fixity stated, long size, Collection<StoredChecksum> stored) {
        return with(stated, size,
                stored.stream()
                        .filter(StoredChecksum.Whole.class::isInstance)
                        .map(whole -> ((StoredChecksum.Whole) whole).checksum())
                        .toList());
    }

    /** Compares with digests of the whole content. */
    static FixityComparison with(Fixity stated, long size, Collection<Checksum> digests) {
        if (stated.size().isPresent() && stated.size().getAsLong() != size) {
            return new SizeDiffers(stated.size().getAsLong(), size);
        }
        Map<ChecksumAlgorithm, Checksum> known = new EnumMap<>(ChecksumAlgorithm.class);
        digests.forEach(digest -> known.put(digest.algorithm(), digest));
        for (Checksum expected : stated.checksums()) {
            Checksum actual = known.getOrDefault(expected.algorithm(), expected);
            if (!actual.equals(expected)) {
                return new Differs(expected, actual);
            }
        }
        List<ChecksumAlgorithm> unknown = stated.checksums()
                .stream()
                .map(Checksum::algorithm)
                .filter(algorithm -> !known.containsKey(algorithm))
                .toList();
        return unknown.isEmpty() ? new Matches(stated.checksums()) : new NotComparable(unknown);
    }
}
