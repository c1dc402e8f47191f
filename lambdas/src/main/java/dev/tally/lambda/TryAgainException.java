package dev.tally.lambda;

import dev.tally.TallyException;

/**
 * A failure that may be gone the next time. The state machines know it by this class's name, and try again; other
 * failures of functions they do not.
 */
public final class TryAgainException extends TallyException {
    private static final long serialVersionUID = 1L;

    TryAgainException(RuntimeException cause) {
        super(cause.toString(), cause);
    }
}
