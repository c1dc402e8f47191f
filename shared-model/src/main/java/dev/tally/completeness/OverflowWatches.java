package dev.tally.completeness;

import java.util.List;
import java.util.Optional;

import dev.tally.file.FileRef;

/** Port: the watches of a file that so many wait for that they do not fit beside its state. */
public interface OverflowWatches {
    /** A page of them, from the start or from behind a cursor that an earlier page gave. */
    Page page(FileRef file, Optional<String> cursor);

    /**
     * Some of the watches.
     *
     * @param cursor where to go on; absent on the last page
     */
    record Page(List<Watch> watches, Optional<String> cursor) {
        public Page {
            watches = List.copyOf(watches);
        }
    }
}
