package dev.tally.storage;

import java.io.OutputStream;
import java.util.Optional;

import dev.tally.TallyException;
import dev.tally.file.FileRef;

/** Port: writing objects of ours. */
public interface ObjectWriter {
    /** Writes it, whatever was there. */
    void put(FileRef file, byte[] content);

    /**
     * Begins an object of any size; what is written to it is held in pieces, and sent as they are full.
     *
     * @param replaces the etag of what it takes the place of; nothing = there must be none
     */
    Upload begin(FileRef file, Optional<String> replaces);

    /** An object that is being written. Without {@link #commit()} nothing is left behind. Not thread-safe. */
    abstract class Upload extends OutputStream {
        /** @throws OccupiedException if there is another object in its place than expected */
        public abstract void commit();

        @Override
        public abstract void close();
    }

    /** There is an object where none was expected, or another one. */
    final class OccupiedException extends TallyException {
        private static final long serialVersionUID = 1L;

        public OccupiedException(FileRef file) {
            super(file + " was written by somebody else");
        }
    }
}
