package dev.tally.aws;

/** Entity tags: S3 sends them in quotes in some places and bare in others. */
final class Etags {
    private Etags() {}

    static String bare(String etag) {
        boolean quoted = etag.length() >= 2 && etag.startsWith("\"") && etag.endsWith("\"");
        return quoted ? etag.substring(1, etag.length() - 1) : etag;
    }

    static String quoted(String etag) {
        return '"' + etag + '"';
    }
}
