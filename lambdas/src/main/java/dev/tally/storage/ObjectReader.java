package dev.tally.storage;

import java.util.Optional;

/** Port: reading objects. */
public interface ObjectReader {
    /** Nothing if that version is not there any more, or never was. */
    Optional<StoredObject> head(ObjectVersion object);

    /**
     * Reads so many bytes, all of which must be there.
     *
     * @throws ObjectGoneException if that version is not there any more
     * @throws ColdObjectException if it would have to be restored first
     */
    byte[] read(ObjectVersion object, long from, int length);
}
