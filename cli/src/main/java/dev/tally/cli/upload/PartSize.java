package dev.tally.cli.upload;

/**
 * How files are cut into the parts of a multipart upload.
 *
 * @param threshold files of more bytes than this go in parts
 * @param smallest bytes of a part, at least S3's 5 MiB in use; larger for files that would have more than 10,000 of them
 */
public record PartSize(long threshold, int smallest) {
    private static final int MOST_PARTS = 10_000;
    private static final int MIB = 1 << 20;

    /** In parts of 8 MiB above 16 MiB. */
    public static final PartSize STANDARD = new PartSize(16 * MIB, 8 * MIB);

    boolean isInParts(long size) {
        return size > threshold;
    }

    /** Bytes of each part of a file but the last one. */
    int of(long size) {
        long needed = Math.ceilDiv(size, MOST_PARTS);
        long whole = Math.ceilDiv(Math.max(needed, 1), MIB) * MIB;
        return Math.max(smallest, Math.toIntExact(needed <= smallest ? smallest : whole));
    }
}
