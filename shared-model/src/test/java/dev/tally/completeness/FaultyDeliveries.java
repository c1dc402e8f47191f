package dev.tally.completeness;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;

/** Deliveries with one of the mistakes built in. */
final class FaultyDeliveries implements DeliveryStore {
    private final InMemoryDeliveries deliveries;
    private final Fault fault;

    FaultyDeliveries(InMemoryDeliveries deliveries, Fault fault) {
        this.deliveries = deliveries;
        this.fault = fault;
    }

    @Override
    public Delivery create(Delivery delivery) {
        return deliveries.create(delivery);
    }

    @Override
    public Delivery replace(Delivery before, Delivery after) {
        boolean repeats = !after.life().repeated().equals(before.life().repeated());
        return repeats && fault == Fault.REPEATS_LEAVE_NO_TRACE ? after : deliveries.replace(before, after);
    }

    @Override
    public Delivery finishChunk(DeliveryKey delivery, int chunk) {
        return deliveries.finishChunk(delivery, chunk);
    }
}
