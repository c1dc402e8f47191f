package dev.tally.delivery;

/**
 * Why a delivery is where it is.
 *
 * @param stage what was being done: {@code manifest}, {@code verify}, {@code job}, {@code outputs}, {@code archive} …
 * @param error a short name of what went wrong
 * @param cause the whole story, cut to {@value #LONGEST_CAUSE} characters
 */
public record Reason(String stage, String error, String cause) {
    private static final int LONGEST_CAUSE = 4000;
    private static final String ARCHIVE = "archive";

    public Reason {
        if (cause.length() > LONGEST_CAUSE) {
            cause = cause.substring(0, LONGEST_CAUSE) + " …";
        }
    }

    boolean isOfArchiving() {
        return stage.equals(ARCHIVE);
    }
}
