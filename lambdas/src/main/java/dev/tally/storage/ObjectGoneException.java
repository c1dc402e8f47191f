package dev.tally.storage;

import dev.tally.TallyException;

/** The version of an object that was asked for is not there any more: deleted, or replaced. */
public final class ObjectGoneException extends TallyException {
    private static final long serialVersionUID = 1L;

    public ObjectGoneException(ObjectVersion object) {
        super(object + " is not there any more");
    }
}
