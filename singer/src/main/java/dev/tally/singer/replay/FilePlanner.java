package dev.tally.singer.replay;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.tally.singer.read.Content;
import dev.tally.singer.read.Survey;

/**
 * Each log by itself, in any order but for barriers (R24): a log that activates a version of a stream, or changes its schema, waits for all
 * logs before it that have the stream, and those after it wait for it.
 */
final class FilePlanner implements Planner {
    private final Selection selection;
    private final Map<String, Past> pasts = new HashMap<>();
    private int units;

    /** What came before, of one stream: the last barrier, and the units since. */
    private static final class Past {
        private final Set<Integer> barrier = new HashSet<>();
        private final Set<Integer> since = new HashSet<>();
        private String schema = "";
    }

    FilePlanner(Selection selection) {
        this.selection = selection;
    }

    @Override
    public Optional<Plan> next(Survey log) {
        int number = units;
        var after = new HashSet<Integer>();
        log.content().streams().forEach((stream, found) -> {
            if (selection.wants(stream)) {
                place(number, pasts.computeIfAbsent(stream, name -> new Past()), found, after);
            }
        });
        units++;
        return Optional.of(
                new Plan(List.of(log), List.of(new Unit(number, 0, List.of(log), Optional.empty(), after))));
    }

    @Override
    public Plan rest() {
        return new Plan(List.of(), List.of());
    }

    private void place(int number, Past past, Content.OfStream found, Set<Integer> after) {
        if (isBarrier(past, found)) {
            after.addAll(past.barrier);
            after.addAll(past.since);
            past.barrier.clear();
            past.barrier.add(number);
            past.since.clear();
        } else {
            after.addAll(past.barrier);
            past.since.add(number);
        }
        if (!found.schemas().isEmpty()) {
            past.schema = found.schemas().getLast();
        }
    }

    private boolean isBarrier(Past past, Content.OfStream found) {
        List<String> schemas = found.schemas();
        boolean changes = schemas.size() > 1
                || (!past.schema.isEmpty() && !schemas.isEmpty() && !schemas.getFirst().equals(past.schema));
        return changes || (selection.activateVersions() && found.counts().versions() > 0);
    }
}
