package dev.tally.cli.upload;

import java.io.Serial;

/** A file cannot be sent as it should be; sending the same again would not help. */
final class SendingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    SendingException(String message) {
        super(message);
    }
}
