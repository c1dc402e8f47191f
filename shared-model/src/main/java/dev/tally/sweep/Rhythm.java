package dev.tally.sweep;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import dev.tally.delivery.Delivery;

/**
 * When the sweep looks at what.
 *
 * @param every how often it comes: a minute or more
 * @param grace for so long a delivery may stand still before it is looked at; what is under way needs seconds
 */
public record Rhythm(Duration every, Duration grace) {
    /** So many chunks of a delivery are looked at by one sweep; the others have their turn in the next ones. */
    static final int MOST_CHUNKS = 16;
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    public Rhythm {
        if (every.compareTo(SHORTEST) < 0 || !grace.isPositive()) {
            throw new IllegalArgumentException(
                    "A sweep comes every minute at most, and has a grace of more than nothing, "
                            + "not every " + every + " with a grace of " + grace);
        }
    }

    /** Whether something that was last seen moving then ought to have moved on by now. */
    boolean isOver(Instant then, Instant now) {
        return then.plus(grace).isBefore(now);
    }

    /**
     * The chunks of a waiting delivery whose files are to be looked for now. One that was finished waits again only if all
     * were, and the decision then found a member missing.
     */
    List<Integer> chunks(Delivery delivery, Instant now) {
        Set<Integer> done = delivery.done();
        int count = delivery.contents().chunks();
        List<Integer> open = IntStream.range(0, count)
                .filter(chunk -> done.size() == count || !done.contains(chunk))
                .boxed()
                .toList();
        int turns = (open.size() + MOST_CHUNKS - 1) / MOST_CHUNKS;
        long turn = now.toEpochMilli() / every.toMillis();
        return IntStream.range(0, open.size())
                .filter(place -> Math.floorMod(turn - place, turns) == 0)
                .mapToObj(open::get)
                .toList();
    }
}
