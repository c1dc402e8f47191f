package dev.tally.completeness;

import java.util.List;
import java.util.Optional;

import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;

/** Port: finds deliveries by the folder that holds their members. May miss those of the last seconds. */
public interface DeliveriesAround {
    /** Those of a dataset whose {@link Home} is a folder that the file lies in, from the start or from behind a cursor. */
    Found find(String dataset, FileRef file, Optional<String> cursor);

    /**
     * Some of them.
     *
     * @param cursor where to go on; absent at the end
     */
    record Found(List<DeliveryKey> deliveries, Optional<String> cursor) {
        public Found {
            deliveries = List.copyOf(deliveries);
        }
    }
}
