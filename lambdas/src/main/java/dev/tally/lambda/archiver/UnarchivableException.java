package dev.tally.lambda.archiver;

import dev.tally.TallyException;

/** Something cannot be archived as it is; trying again does not help. */
final class UnarchivableException extends TallyException {
    private static final long serialVersionUID = 1L;

    UnarchivableException(String message) {
        super(message);
    }
}
