package dev.tally.completeness;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import dev.tally.TallyException;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.Reason;
import dev.tally.delivery.Transition;
import dev.tally.file.FileRef;

/**
 * What becomes of a run. Each method may be repeated; a result of an attempt that is over changes nothing. Every one
 * answers with the delivery as it is then.
 */
public final class Outcomes {
    private final Deliveries deliveries;
    private final BadFiles badFiles;
    private final Arrivals arrivals;
    private final Transitions transitions;
    private final NextAttempts attempts;

    public Outcomes(Deliveries deliveries, DeliveryStore store, BadFiles badFiles, CheckQueue queue, Arrivals arrivals,
            InstantSource clock) {
        this.deliveries = deliveries;
        this.badFiles = badFiles;
        this.arrivals = arrivals;
        this.transitions = new Transitions(deliveries, store, clock);
        this.attempts = new NextAttempts(transitions, queue);
    }

    /** A member whose bytes are not what was announced. */
    public record BadMember(FileRef file, BadMark mark) {}

    /** The delivery named does not exist: the message is not ours, or its environment is another. */
    public static final class UnknownDeliveryException extends TallyException {
        private static final long serialVersionUID = 1L;

        public UnknownDeliveryException(DeliveryKey key) {
            super("There is no delivery " + key);
        }
    }

    /** The job is done: the delivery is PROCESSED, and those that wait for its result are told. */
    public Delivery finished(DeliveryKey key, int attempt, Optional<Outputs> outputs) {
        Delivery delivery = transitions.apply(find(key), new Transition.Finish(attempt, outputs));
        boolean succeeded = delivery.attempt() == attempt && (delivery.status() == DeliveryStatus.PROCESSED
                || delivery.status() == DeliveryStatus.ARCHIVED);
        if (succeeded) {
            arrivals.arrive(Result.of(delivery));
        }
        return delivery;
    }

    /** The archive has the delivery. */
    public Delivery archived(DeliveryKey key, int attempt, String seal) {
        return transitions.apply(find(key), new Transition.Archive(attempt, seal));
    }

    /** A stage went wrong. */
    public Delivery failed(DeliveryKey key, int attempt, Reason reason) {
        return transitions.apply(find(key), new Transition.Fail(attempt, reason));
    }

    /** Members were found wrong: they are marked, and the next attempt waits for better ones. */
    public Delivery unfit(DeliveryKey key, int attempt, List<BadMember> bad) {
        bad.forEach(member -> badFiles.mark(member.file(), member.mark()));
        BadMember first = bad.getFirst();
        Reason reason = new Reason("verify", "FixityMismatch", bad.size() + (bad.size() == 1 ? " member" : " members")
                + " with other bytes than announced, such as " + first.file() + ": expected " + first.mark().expected()
                + ", found " + first.mark().actual());
        Delivery delivery = transitions.apply(find(key), new Transition.Unfit(attempt, reason));
        attempts.begin(delivery);
        return delivery;
    }

    private Delivery find(DeliveryKey key) {
        return deliveries.find(key).orElseThrow(() -> new UnknownDeliveryException(key));
    }
}
