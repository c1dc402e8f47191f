package dev.tally.file;

/**
 * Where a file is. Keys are compared byte for byte: letter case, Unicode form, {@code +}, {@code %} and slashes all
 * count, nothing is decoded or normalised.
 *
 * <p>The result of another delivery is a file too: its bucket is {@code delivery:<dataset>}, which no bucket of S3 can
 * be called, and its key is the delivery's name.
 */
public record FileRef(String bucket, String key) implements Comparable<FileRef> {
    private static final String DELIVERY = "delivery:";

    public FileRef {
        if (bucket.isEmpty() || bucket.indexOf('/') >= 0) {
            throw new IllegalArgumentException("Not a bucket: \"" + bucket + '"');
        }
        if (key.isEmpty()) {
            throw new IllegalArgumentException("A key has at least one character");
        }
    }

    /** The result of the delivery {@code name} of {@code dataset}, as a file that another delivery can wait for. */
    public static FileRef ofDelivery(String dataset, String name) {
        return new FileRef(DELIVERY + dataset, name);
    }

    /** Reads {@code s3://bucket/key}; the key is literal. */
    public static FileRef parse(String uri) {
        int slash = uri.startsWith("s3://") ? uri.indexOf('/', 5) : -1;
        if (slash < 0) {
            throw new IllegalArgumentException("Not an s3://bucket/key URI: \"" + uri + '"');
        }
        return new FileRef(uri.substring(5, slash), uri.substring(slash + 1));
    }

    public boolean isDelivery() {
        return bucket.startsWith(DELIVERY);
    }

    public String uri() {
        return isDelivery() ? bucket + '/' + key : "s3://" + bucket + '/' + key;
    }

    @Override
    public int compareTo(FileRef other) {
        int byBucket = bucket.compareTo(other.bucket);
        return byBucket != 0 ? byBucket : key.compareTo(other.key);
    }

    @Override
    public String toString() {
        return uri();
    }
}
