package dev.tally.storage;

import dev.tally.TallyException;

/** An object lies in a storage class that cannot be read at once. Trying again does not help; restoring it does. */
public final class ColdObjectException extends TallyException {
    private static final long serialVersionUID = 1L;

    public ColdObjectException(ObjectVersion object) {
        super(object + " lies in a cold storage class and cannot be read; restore it, then process the delivery again");
    }
}
