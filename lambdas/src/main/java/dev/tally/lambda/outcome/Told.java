package dev.tally.lambda.outcome;

import java.util.List;
import java.util.Optional;

import dev.tally.delivery.Outputs;
import dev.tally.delivery.Reason;
import dev.tally.lambda.Attempt;

/** What a state machine, or the service that runs it, tells of an attempt. */
sealed interface Told {
    Attempt attempt();

    /** The job is done. */
    record Processed(Attempt attempt, String execution, Optional<Outputs> outputs) implements Told {}

    /** Members are not as announced. */
    record Unfit(Attempt attempt, String execution, List<Integer> ranges) implements Told {
        public Unfit {
            ranges = List.copyOf(ranges);
        }
    }

    /** A stage of processing went wrong, or the execution ended by itself. */
    record Failed(Attempt attempt, String execution, Reason reason) implements Told {}

    /** The archive has it all. */
    record Archived(Attempt attempt, String seal) implements Told {}

    /** Archiving went wrong, or its execution ended by itself. */
    record NotArchived(Attempt attempt, Reason reason) implements Told {}

    /** The execution of a machine succeeded, which follows upon another of these. */
    record Succeeded(Attempt attempt, Optional<String> execution) implements Told {}
}
