package dev.tally.sweep;

import java.time.Instant;
import java.util.Optional;

import dev.tally.delivery.Reason;

/** Port: how executions of attempts are doing. */
public interface Executions {
    /** How an execution ended; nothing while it runs. */
    Optional<End> end(String execution);

    /**
     * The end of an execution.
     *
     * @param at long ago, if the service has forgotten it
     * @param failure why it failed; absent if it succeeded
     */
    record End(Instant at, Optional<Reason> failure) {}
}
