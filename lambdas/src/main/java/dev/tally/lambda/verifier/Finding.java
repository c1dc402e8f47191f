package dev.tally.lambda.verifier;

import dev.tally.storage.BadEntry;

/** What is found of a member. */
sealed interface Finding {
    /** Bytes that were read for it. */
    long bytes();

    /** It is as announced. */
    record Good(Proof proof, long bytes) implements Finding {}

    /** It is not as announced. */
    record Bad(BadEntry entry, long bytes) implements Finding {}

    /** How a member was found to be as announced; the size is compared in any case. */
    enum Proof {
        /** By the checksum that S3 stores. */
        STORED,
        /** By reading it. */
        READ,
        /** By its size alone: no checksum of it is announced. */
        SIZE
    }
}
