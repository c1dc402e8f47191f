package dev.tally.cli.singer.s3;

/**
 * What an S3 URI means, taken literally: {@code s3://bucket/key}.
 *
 * @param key or prefix; may be empty
 */
record Place(String bucket, String key) {
    private static final String SCHEME = "s3://";

    static boolean isOne(String uri) {
        return uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    static Place parse(String uri) {
        String rest = uri.substring(SCHEME.length());
        int slash = rest.indexOf('/');
        return slash < 0 ? new Place(rest, "") : new Place(rest.substring(0, slash), rest.substring(slash + 1));
    }

    /** Whether an object can be there. */
    boolean isOfObject() {
        return !bucket.isEmpty() && !key.isEmpty();
    }

    String uri() {
        return SCHEME + bucket + '/' + key;
    }
}
