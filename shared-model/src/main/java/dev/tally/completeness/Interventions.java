package dev.tally.completeness;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.IllegalTransitionException;
import dev.tally.delivery.Transition;

/**
 * What people do to a delivery. Each call names the attempt that it means, so it may be repeated, by whoever got no
 * answer, and touches no other attempt.
 */
public final class Interventions {
    private final Deliveries deliveries;
    private final Transitions transitions;
    private final NextAttempts attempts;

    public Interventions(Deliveries deliveries, DeliveryStore store, CheckQueue queue, InstantSource clock) {
        this.deliveries = deliveries;
        this.transitions = new Transitions(deliveries, store, clock);
        this.attempts = new NextAttempts(transitions, queue);
    }

    /** What came of it, with the delivery as it is then. */
    public sealed interface Answer {
        Delivery delivery();

        /** It is done; {@code changed} is false if it had been before, as when the call is repeated. */
        record Done(Delivery delivery, boolean changed) implements Answer {}

        /** It cannot be done to the delivery as it is. */
        record Refused(Delivery delivery) implements Answer {}

        /** It cannot be done to this revision, since a newer one was accepted. */
        record Outdated(Delivery delivery, Delivery newest) implements Answer {}
    }

    /**
     * Begins the attempt after one that is over. Only the newest accepted revision may wait, so only it can.
     *
     * @param attempt the one that is over, 1 or more
     * @throws Outcomes.UnknownDeliveryException if there is no such delivery
     */
    public Answer reprocess(DeliveryKey key, int attempt) {
        List<Delivery> revisions = deliveries.revisions(key.id());
        Delivery delivery = find(key, revisions);
        Optional<Delivery> newest = Transitions.newest(revisions);
        if (newest.isPresent() && newest.get().isNewerThan(delivery)) {
            return new Answer.Outdated(delivery, newest.get());
        }
        Optional<Delivery> after = apply(delivery, new Transition.Reprocess(attempt));
        if (after.isEmpty() || after.get().attempt() <= attempt) {
            return new Answer.Refused(after.orElse(delivery));
        }
        attempts.begin(after.get());
        return done(delivery, after.get());
    }

    /**
     * Takes back a delivery that waits, so that no file starts it any more.
     *
     * @param attempt the one that waits, 1 or more
     * @throws Outcomes.UnknownDeliveryException if there is no such delivery
     */
    public Answer withdraw(DeliveryKey key, int attempt, String why) {
        Delivery delivery = find(key, deliveries.revisions(key.id()));
        Delivery after = apply(delivery, new Transition.Withdraw(attempt, why)).orElse(delivery);
        return after.status() == DeliveryStatus.WITHDRAWN ? done(delivery, after) : new Answer.Refused(after);
    }

    /** Nothing if it can never happen there. */
    private Optional<Delivery> apply(Delivery delivery, Transition transition) {
        try {
            return Optional.of(transitions.apply(delivery, transition));
        } catch (IllegalTransitionException impossible) {
            return Optional.empty();
        }
    }

    private static Answer done(Delivery before, Delivery after) {
        return new Answer.Done(after, after.life().transitions() > before.life().transitions());
    }

    private static Delivery find(DeliveryKey key, List<Delivery> revisions) {
        return revisions.stream()
                .filter(revision -> revision.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new Outcomes.UnknownDeliveryException(key));
    }
}
