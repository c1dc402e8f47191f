package dev.tally;

import org.jspecify.annotations.Nullable;

/** Root of every failure that Tally itself raises; the leaf type says what failed. */
public abstract class TallyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    protected TallyException(String message) {
        super(message);
    }

    protected TallyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
