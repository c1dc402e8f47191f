package dev.tally.singer.lake;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The data files that BATCH messages name, wherever they are. */
public interface DataFiles {
    /** What a file is now; empty if there is none, or none that can be reached from here by that URI. */
    Optional<Facts.DataFile> find(String uri) throws IOException;

    /**
     * Copies a file to one of this machine.
     *
     * @throws java.nio.file.NoSuchFileException if there is no such file
     */
    void fetch(String uri, Path target) throws IOException;
}
