package dev.tally.manifest;

import java.util.List;

import dev.tally.TallyException;
import dev.tally.dataset.DeliveryId;

/** A manifest cannot be accepted; it has every fault, not only the first. */
public final class ManifestRejectedException extends TallyException {
    private static final long serialVersionUID = 1L;

    private final transient DeliveryId delivery;
    private final transient List<ManifestFault> faults;
    private final long total;

    /**
     * @param delivery what it would have announced: the name it states, if that is one, else the one of its key
     * @param faults the first of them, at least one
     * @param total how many there are
     */
    public ManifestRejectedException(DeliveryId delivery, List<ManifestFault> faults, long total) {
        super("The manifest of " + delivery + " has " + total + (total == 1 ? " fault: " : " faults, the first: ")
                + faults.getFirst());
        this.delivery = delivery;
        this.faults = List.copyOf(faults);
        this.total = total;
    }

    public DeliveryId delivery() {
        return delivery;
    }

    public List<ManifestFault> faults() {
        return faults;
    }

    public long total() {
        return total;
    }
}
