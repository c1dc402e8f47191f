package dev.tally.singer.lake;

import org.jspecify.annotations.Nullable;

import dev.tally.TallyException;

/** The facts beside a log file cannot be read. */
public final class FactsException extends TallyException {
    private static final long serialVersionUID = 1L;

    FactsException(String message) {
        this(message, null);
    }

    FactsException(String message, @Nullable Throwable cause) {
        super("These are no facts of a log file: " + message, cause);
    }
}
