package dev.tally.completeness;

import java.util.Optional;
import java.util.Set;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;

/**
 * What is known of a file.
 *
 * @param latest the newest event of it; absent while it is only waited for
 * @param writes how often a newer event changed it
 * @param watches who waits at its door, in part if {@code more}
 * @param more whether further watches are kept beside it, see {@link Watches}
 * @param bad set while its latest version is known to be wrong
 */
public record FileState(FileRef file, Optional<FileEvent> latest, int writes, Set<Watch> watches, boolean more,
        Optional<BadMark> bad) {
    public FileState {
        watches = Set.copyOf(watches);
    }

    public static FileState unknown(FileRef file) {
        return new FileState(file, Optional.empty(), 0, Set.of(), false, Optional.empty());
    }

    /** What was written last, if it is there. */
    public Optional<FileEvent.Created> present() {
        return latest.filter(FileEvent.Created.class::isInstance).map(FileEvent.Created.class::cast);
    }
}
