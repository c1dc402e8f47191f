package dev.tally.lambda.archiver;

/**
 * How an object is cut to be copied by parts: all parts have the same size, but the last one, which may be smaller.
 *
 * @param part bytes
 * @param count parts
 * @param size bytes of the whole
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html">S3: multipart upload limits</a>
 */
record PartSizes(long part, int count, long size) {
    static final int MOST_PARTS = 10_000;
    /** Small enough to be copied within seconds, large enough not to be many. */
    static final long USUAL = 256L << 20;
    private static final long MIB = 1L << 20;

    /** @param size bytes, more than 0: an empty object has no part, and is not copied by parts */
    static PartSizes of(long size) {
        return of(size, USUAL);
    }

    static PartSizes of(long size, long usual) {
        if (size <= 0) {
            throw new IllegalArgumentException("Nothing to cut: " + size);
        }
        long least = Math.ceilDiv(size, MOST_PARTS);
        long part = least <= usual ? usual : Math.ceilDiv(least, MIB) * MIB;
        return new PartSizes(part, (int) Math.ceilDiv(size, part), size);
    }

    /** Where a part begins; parts are numbered from 1. */
    long from(int number) {
        return (number - 1) * part;
    }

    /** Where a part ends, exclusive. */
    long to(int number) {
        return Math.min(number * part, size);
    }
}
