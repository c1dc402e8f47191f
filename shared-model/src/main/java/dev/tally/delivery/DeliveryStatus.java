package dev.tally.delivery;

import java.util.Locale;

/** Where a delivery is in its life; {@link Delivery} owns the transitions and draws them. */
public enum DeliveryStatus {
    WAITING, COMPLETE, PROCESSING, PROCESSED, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED;

    /** With one capital, as the types of events have it: {@code Waiting}. */
    public String title() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
}
