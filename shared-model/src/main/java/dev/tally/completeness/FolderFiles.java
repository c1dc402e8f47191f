package dev.tally.completeness;

import java.time.Instant;
import java.util.List;

import dev.tally.file.FileRef;

/** Port: what lies in a folder of a bucket, whatever its events told. */
public interface FolderFiles {
    /**
     * The first files of a folder by the bytes of their keys; not those in folders in it.
     *
     * @param folder ends in a slash, or is empty
     * @param limit from 1 to 1,000
     */
    Listing list(String bucket, String folder, int limit);

    /** A file as the bucket has it. */
    record Stored(FileRef file, long size, Instant at) {}

    /**
     * A part of a folder.
     *
     * @param more whether there are others behind them
     */
    record Listing(List<Stored> files, boolean more) {
        public Listing {
            files = List.copyOf(files);
        }
    }
}
