package dev.tally.lambda;

import java.util.Locale;

import dev.tally.completeness.DeliveryStore;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;

/** Logs each transition that it sees written. */
public final class ObservedDeliveries implements DeliveryStore {
    private final DeliveryStore store;

    public ObservedDeliveries(DeliveryStore store) {
        this.store = store;
    }

    @Override
    public Delivery create(Delivery delivery) {
        Delivery stored = store.create(delivery);
        if (stored.equals(delivery)) {
            log(stored, stored.status().title());
        }
        return stored;
    }

    @Override
    public Delivery replace(Delivery before, Delivery after) {
        Delivery stored = store.replace(before, after);
        if (stored.life().equals(after.life())) {
            if (!before.life().repeated().equals(stored.life().repeated())) {
                note(stored, "ManifestsRepeated", "A delivery's manifest came again unchanged, which begins nothing");
            } else if (stored.life().changedInput().isPresent() && before.life().changedInput().isEmpty()) {
                note(stored, "InputsChanged", "A file that a delivery uses changed after its decision");
            } else {
                log(stored, before.status() == stored.status() ? "Overdue" : stored.status().title());
            }
        }
        return stored;
    }

    @Override
    public Delivery finishChunk(DeliveryKey delivery, int chunk) {
        return store.finishChunk(delivery, chunk);
    }

    private static void note(Delivery delivery, String metric, String message) {
        Invocation.current().ifPresent(invocation -> {
            invocation.metrics().count(metric, 1);
            invocation.metrics().count(metric, 1, "dataset", delivery.key().id().dataset());
            invocation.log()
                    .with(delivery.key(), delivery.attempt())
                    .with("status", delivery.status().name())
                    .info(message);
        });
    }

    private static void log(Delivery delivery, String became) {
        Invocation.current()
                .ifPresent(invocation -> invocation.log()
                        .with(delivery.key(), delivery.attempt())
                        .with("status", delivery.status().name())
                        .info("A delivery is " + became.toLowerCase(Locale.ROOT)));
    }
}
