package dev.tally.singer.replay;

import dev.tally.TallyException;

/** A target does not take any more: it ended, or its pipe was closed. */
public final class TargetGoneException extends TallyException {
    private static final long serialVersionUID = 1L;

    TargetGoneException(Throwable cause) {
        super("The target does not take any more: " + cause.getMessage(), cause);
    }
}
