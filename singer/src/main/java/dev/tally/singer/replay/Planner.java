package dev.tally.singer.replay;

import java.util.List;
import java.util.Optional;

import dev.tally.singer.read.Survey;

/** Divides logs, which come one by one and in their order, into units of which several can be loaded at once. */
sealed interface Planner permits FilePlanner, StreamPlanner {
    /**
     * Some logs, and the units that all of them are loaded by.
     *
     * @param units there may be none, if the logs have nothing to load
     */
    record Plan(List<Survey> logs, List<Unit> units) {
        public Plan {
            logs = List.copyOf(logs);
            units = List.copyOf(units);
        }
    }

    /** Takes the next log; gives a plan when there is enough for one. */
    Optional<Plan> next(Survey log);

    /** A plan for the logs that are in none yet, since there are no more. */
    Plan rest();
}
