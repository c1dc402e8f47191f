package dev.tally.completeness;

import dev.tally.file.FileRef;

/** Port: marking versions whose bytes are wrong. */
public interface BadFiles {
    /** Marks the version if it is still the latest of the file; otherwise nothing changes. */
    void mark(FileRef file, BadMark mark);
}
