package dev.tally.json;

import org.jspecify.annotations.Nullable;

import dev.tally.TallyException;

/** A message is not JSON, or not what it should be; it says where. Trying again does not help. */
public final class MalformedJsonException extends TallyException {
    private static final long serialVersionUID = 1L;

    public MalformedJsonException(String message) {
        super(message);
    }

    MalformedJsonException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
