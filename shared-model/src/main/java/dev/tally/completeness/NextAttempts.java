package dev.tally.completeness;

import java.util.List;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryStatus;

/** Has a delivery decided that waits again, behind the write that made it wait. May be repeated. */
final class NextAttempts {
    private final Transitions transitions;
    private final CheckQueue queue;

    NextAttempts(Transitions transitions, CheckQueue queue) {
        this.transitions = transitions;
        this.queue = queue;
    }

    void begin(Delivery delivery) {
        if (delivery.status() == DeliveryStatus.WAITING) {
            transitions.settle(delivery.key().id());
            queue.send(List.of(new CheckMessage.Decide(delivery.key())));
        }
    }
}
