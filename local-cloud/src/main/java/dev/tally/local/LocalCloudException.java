package dev.tally.local;

/** A local cloud could not be brought up, or is not there; the message says what to do, as far as that is known. */
public final class LocalCloudException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LocalCloudException(String message) {
        super(message);
    }

    public LocalCloudException(String message, Throwable cause) {
        super(message, cause);
    }
}
