package dev.tally.singer.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.tally.singer.read.Survey;

/**
 * Each stream in its order, beside the others: the streams are dealt to lanes, the largest first, each to the lane that has the fewest
 * messages. The logs are taken in rounds, so that what was loaded is known now and then; in a round each lane is a unit, which waits for the
 * lane's unit of the round before.
 */
final class StreamPlanner implements Planner {
    private static final int STREAMLESS_LANE = 0;
    private static final int NONE = -1;

    private final Selection selection;
    private final long roundBytes;
    private final long[] messages;
    private final int[] lastUnits;
    private final Map<String, Integer> lanes = new HashMap<>();
    private final List<Survey> round = new ArrayList<>();
    private long bytes;
    private int units;

    /** @param roundBytes a round ends with the log that makes it so large, uncompressed */
    StreamPlanner(Selection selection, int lanes, long roundBytes) {
        this.selection = selection;
        this.roundBytes = roundBytes;
        messages = new long[lanes];
        lastUnits = new int[lanes];
        Arrays.fill(lastUnits, NONE);
    }

    @Override
    public Optional<Plan> next(Survey log) {
        round.add(log);
        bytes += log.content().bytes();
        return bytes >= roundBytes ? Optional.of(rest()) : Optional.empty();
    }

    @Override
    public Plan rest() {
        var planned = new ArrayList<Unit>();
        var dealt = deal();
        for (int lane = 0; lane < messages.length; lane++) {
            Set<String> streams = dealt.getOrDefault(lane, new TreeSet<>());
            if (!streams.isEmpty() || (lane == STREAMLESS_LANE && hasStreamless())) {
                Set<Integer> after = lastUnits[lane] == NONE ? Set.of() : Set.of(lastUnits[lane]);
                planned.add(new Unit(units, lane, round, Optional.of(streams), after));
                lastUnits[lane] = units;
                units++;
            }
        }
        var plan = new Plan(round, planned);
        round.clear();
        bytes = 0;
        return plan;
    }

    /** The streams of this round by their lanes; a stream stays in the lane it had. */
    private Map<Integer, Set<String>> deal() {
        var dealt = new LinkedHashMap<Integer, Set<String>>();
        countByStream().entrySet()
                .stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .forEach(stream -> {
                    int lane = lanes.computeIfAbsent(stream.getKey(), name -> lightest());
                    messages[lane] += stream.getValue();
                    dealt.computeIfAbsent(lane, key -> new LinkedHashSet<>()).add(stream.getKey());
                });
        return dealt;
    }

    private Map<String, Long> countByStream() {
        var counts = new HashMap<String, Long>();
        for (Survey log : round) {
            log.content().streams().forEach((stream, found) -> {
                if (selection.wants(stream)) {
                    var of = found.counts();
                    counts.merge(stream, of.records() + of.batches() + of.versions() + of.schemas(), Long::sum);
                }
            });
        }
        return counts;
    }

    private int lightest() {
        int lightest = 0;
        for (int lane = 1; lane < messages.length; lane++) {
            if (messages[lane] < messages[lightest]) {
                lightest = lane;
            }
        }
        return lightest;
    }

    private boolean hasStreamless() {
        return round.stream().anyMatch(log -> log.content().others() + log.content().invalid() > 0);
    }
}
