package dev.tally.completeness;

import java.util.List;
import java.util.Optional;

import dev.tally.file.FileRef;

/** Port: the watches of a file beyond those that its state shows, and those that nobody needs any more. */
public interface Watches {
    /** A page of those that do not fit into the state, from the start or from behind a cursor of an earlier page. */
    Page overflow(FileRef file, Optional<String> cursor);

    /** Takes a watch away, wherever it is kept. */
    void remove(FileRef file, Watch watch);

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
