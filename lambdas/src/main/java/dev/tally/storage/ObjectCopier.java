package dev.tally.storage;

import java.util.Map;
import java.util.Optional;

import dev.tally.file.FileRef;
import dev.tally.fixity.ChecksumAlgorithm;

/** Port: copying objects within S3, metadata included. */
public interface ObjectCopier {
    /** So large an object may be to be copied in one piece. */
    long LARGEST = 5L << 30;

    /**
     * Copies an object of at most {@value #LARGEST} bytes.
     *
     * @param checksum has S3 compute that one of the copy's bytes; else the copy has what its source has
     * @throws ObjectGoneException if that version is not there any more
     * @throws ColdObjectException if it would have to be restored first
     */
    void copy(ObjectVersion source, FileRef target, Optional<ChecksumAlgorithm> checksum);

    /**
     * Begins a copy by parts.
     *
     * @param checksum one of the CRCs: of others S3 knows none of a whole that was made of parts
     * @return names the copy for the other methods
     */
    String begin(ObjectVersion source, FileRef target, ChecksumAlgorithm checksum);

    /** The parts that are there, by number, with their tags; nothing if that copy is complete or was given up. */
    Optional<Map<Integer, String>> parts(FileRef target, String upload);

    /** Copies a part; the number counts from 1, {@code to} is exclusive. */
    String copyPart(ObjectVersion source, FileRef target, String upload, int number, long from, long to);

    void complete(FileRef target, String upload, Map<Integer, String> parts);
}
