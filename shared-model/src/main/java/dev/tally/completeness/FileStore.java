package dev.tally.completeness;

import java.util.Collection;
import java.util.Map;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;

/** Port: the files that are known. Every call may be repeated. */
public interface FileStore {
    /**
     * Takes an event in, if it is newer than what is known, in one conditional write. A newer event clears the mark of
     * a bad version. The deletion of one version counts if that is the version which is known, and leaves the file's
     * sequencer as it is: a newer write may be known only later. The answer is the state behind the write or, for a stale event, the state that won; it always has
     * the watches.
     */
    FileState record(FileEvent event);

    /** Adds a watch to a file, which need not exist yet, and answers with its state as it is then. */
    FileState watch(FileRef file, Watch watch);

    /** The states of files, each of them in the answer; watches may be missing from it. */
    Map<FileRef, FileState> read(Collection<FileRef> files, Consistency consistency);

    /** How fresh a read has to be. */
    enum Consistency {
        /** May miss the latest writes, at half the price. */
        EVENTUAL,
        /** Sees every write that was acknowledged before the read began. */
        STRONG
    }
}
