package dev.tally.storage;

import java.util.function.Consumer;

import dev.tally.file.FileRef;

/** Port: finding objects. */
public interface ObjectLister {
    /** Tells all objects whose keys begin with the prefix, in the order of their keys' bytes. */
    void list(String bucket, String prefix, Consumer<Listed> objects);

    /**
     * An object of a listing.
     *
     * @param etag without quotes
     */
    record Listed(FileRef file, long size, String etag) {}
}
