package dev.tally.delivery;

import java.time.Instant;
import java.util.Optional;

import dev.tally.fixity.Checksum;

/**
 * What a revision's manifest announced; it never changes.
 *
 * @param members how many, optional ones included
 * @param required how many the delivery waits for
 * @param chunks how many chunks its members were dealt to; 0 if the manifest was rejected
 * @param parameters a JSON object, for the job
 * @param due when it ought to be complete
 * @param archives whether the result goes to the archive
 * @param home stands for the folder that holds all members, {@value #HOME_DIGITS} hexadecimal digits; absent if there is none
 * @param digest of the manifest's bytes as they are stored; absent if it was rejected
 */
public record Contents(long members, long required, int chunks, String parameters, Optional<Instant> due,
        boolean archives, Optional<String> home, Optional<Checksum> digest) {
    /** So many hexadecimal digits stand for a folder. */
    public static final int HOME_DIGITS = 16;
}
