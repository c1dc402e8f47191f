package dev.tally.aws;

import dev.tally.TallyException;

/** Something belongs to a dataset that the catalog of this deployment does not have. */
public final class UnknownDatasetException extends TallyException {
    private static final long serialVersionUID = 1L;

    UnknownDatasetException(String message) {
        super(message);
    }
}
