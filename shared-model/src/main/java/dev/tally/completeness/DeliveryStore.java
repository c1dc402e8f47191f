package dev.tally.completeness;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;

/** Port: writing deliveries. Every write is conditional, and may be repeated. */
public interface DeliveryStore {
    /** Stores it unless that revision exists; answers with what is stored then. */
    Delivery create(Delivery delivery);

    /**
     * Stores {@code after} if the stored one has still as many transitions as {@code before}; answers with what is
     * stored then. Never touches {@link Delivery#done()}.
     */
    Delivery replace(Delivery before, Delivery after);

    /** Notes that a chunk needs no more watching; answers with the delivery as it is then. */
    Delivery finishChunk(DeliveryKey delivery, int chunk);
}
