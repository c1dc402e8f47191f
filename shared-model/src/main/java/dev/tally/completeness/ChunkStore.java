package dev.tally.completeness;

import java.util.Optional;

import dev.tally.delivery.DeliveryKey;

/** Port: the chunks of deliveries' members; written once, never changed. */
public interface ChunkStore {
    /** Stores a chunk, encoded for {@link Chunk#decode}; once more changes nothing. */
    void put(DeliveryKey delivery, int chunk, byte[] encoded);

    Optional<Chunk> get(DeliveryKey delivery, int chunk);
}
