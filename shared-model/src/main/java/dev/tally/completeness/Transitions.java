package dev.tally.completeness;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Transition;

/** Applies transitions to stored deliveries: reads, asks {@link Delivery#apply}, writes if nobody was faster. */
public final class Transitions {
    private final Deliveries deliveries;
    private final DeliveryStore store;
    private final InstantSource clock;

    public Transitions(Deliveries deliveries, DeliveryStore store, InstantSource clock) {
        this.deliveries = deliveries;
        this.store = store;
        this.clock = clock;
    }

    /** Milliseconds are enough, and survive storing. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * Brings the transition about, unless it comes too late. Each lost race is lost to a transition, of which a
     * delivery has few.
     *
     * @param read the delivery as it was read, which may be a while ago
     * @return the delivery as it is then, whoever changed it
     */
    public Delivery apply(Delivery read, Transition transition) {
        Delivery current = read;
        while (true) {
            Optional<Delivery> next = current.apply(transition, now());
            if (next.isEmpty()) {
                return current;
            }
            Delivery stored = store.replace(current, next.get());
            if (stored.life().transitions() == current.life().transitions()) {
                throw new IllegalStateException("The store neither took a change of " + current.key()
                        + " nor showed a newer one");
            }
            if (stored.life().equals(next.get().life())) {
                return stored;
            }
            current = stored;
        }
    }

    /**
     * Leaves only the newest accepted revision waiting. Whoever adds a revision, moves one behind the others, or makes one
     * wait again, calls this behind its write: of two at once, the later sees both.
     *
     * @return all revisions, as they are then
     */
    List<Delivery> settle(DeliveryId id) {
        return settle(deliveries.revisions(id));
    }

    /** The same with revisions that were read behind that write. */
    List<Delivery> settle(List<Delivery> revisions) {
        Optional<Delivery> newest = newest(revisions);
        if (newest.isEmpty()) {
            return revisions;
        }
        return revisions.stream()
                .map(revision -> revision.status() == DeliveryStatus.WAITING
                        && !revision.key().equals(newest.get().key())
                                ? apply(revision, new Transition.Supersede(revision.attempt(), newest.get()))
                                : revision)
                .toList();
    }

    /** The newest revision whose manifest was accepted, whatever became of it. */
    static Optional<Delivery> newest(List<Delivery> revisions) {
        return revisions.stream()
                .filter(d -> d.status() != DeliveryStatus.REJECTED)
                .reduce((a, b) -> b.isNewerThan(a) ? b : a);
    }
}
