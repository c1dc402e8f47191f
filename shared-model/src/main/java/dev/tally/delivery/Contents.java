package dev.tally.delivery;

import java.time.Instant;
import java.util.Optional;

/**
 * What a revision's manifest announced; it never changes.
 *
 * @param members how many, optional ones included
 * @param required how many the delivery waits for
 * @param chunks how many chunks its members were dealt to; 0 if the manifest was rejected
 * @param parameters a JSON object, for the job
 * @param due when it ought to be complete
 * @param archives whether the result goes to the archive
 */
public record Contents(long members, long required, int chunks, String parameters, Optional<Instant> due,
        boolean archives) {}
