package dev.tally.delivery;

import java.util.List;
import java.util.Optional;

/** Port: the deliveries of a dataset; those that are open first, the latest first. May miss the latest changes. */
public interface DeliveryList {
    /** At most {@code limit} of them, from the start or from behind a cursor. */
    Page page(String dataset, Optional<String> cursor, int limit);

    /** The same of those alone that are open, the earliest first. */
    Page open(String dataset, Optional<String> cursor, int limit);

    /** A delivery, and the cursor to go on behind it. */
    record Entry(Delivery delivery, String cursor) {}

    /**
     * A part of a list.
     *
     * @param more whether the list may go on
     */
    record Page(List<Entry> entries, boolean more) {
        public Page {
            entries = List.copyOf(entries);
        }
    }
}
