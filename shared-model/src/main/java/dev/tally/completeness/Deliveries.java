package dev.tally.completeness;

import java.util.List;
import java.util.Optional;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;

/** Port: reading deliveries, strongly consistent. */
public interface Deliveries {
    Optional<Delivery> find(DeliveryKey key);

    /** All revisions, in no order. */
    List<Delivery> revisions(DeliveryId id);

    /** A chunk and its delivery, both read at once; nothing if either is missing. */
    Optional<OpenChunk> open(DeliveryKey key, int chunk);

    /** A chunk to work on. */
    record OpenChunk(Delivery delivery, Chunk chunk) {}
}
