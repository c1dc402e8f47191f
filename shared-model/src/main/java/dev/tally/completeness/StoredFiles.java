package dev.tally.completeness;

import java.util.Optional;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

/** Port: what is in the bucket, whatever its events told. */
public interface StoredFiles {
    /**
     * Looks for a file.
     *
     * @param order the place that an event of it is to have among the file's events
     * @return an event as the bucket ought to have sent it; nothing if the file is not there
     */
    Optional<FileEvent.Created> find(FileRef file, Sequencer order);
}
