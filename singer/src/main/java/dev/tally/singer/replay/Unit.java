package dev.tally.singer.replay;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.tally.singer.read.Survey;

/**
 * What one process of a loader is given from its start to its end.
 *
 * @param number from 0, in the order of planning
 * @param lane the loaders that get the same streams have the same lane
 * @param logs in their order
 * @param streams of these alone; empty for all
 * @param after the units that have to be loaded before this one may begin
 */
record Unit(int number, int lane, List<Survey> logs, Optional<Set<String>> streams, Set<Integer> after) {
    Unit {
        logs = List.copyOf(logs);
        streams = streams.map(Set::copyOf);
        after = Set.copyOf(after);
    }

    boolean wants(String stream) {
        return streams.isEmpty() || streams.get().contains(stream);
    }

    @Override
    public String toString() {
        return streams.map(names -> "streams " + String.join(", ", names.stream().sorted().toList()) + ", ").orElse("")
                + (logs.size() == 1
                        ? logs.getFirst().path()
                        : logs.getFirst().path() + " to " + logs.getLast().path());
    }
}
