package dev.tally.dataset;

import java.util.List;
import java.util.stream.Collectors;

import dev.tally.TallyException;

/** A catalog cannot be used; it has every fault, not only the first. */
public final class CatalogException extends TallyException {
    private static final long serialVersionUID = 1L;

    private final transient List<CatalogFault> faults;

    /** @param faults at least one */
    public CatalogException(List<CatalogFault> faults) {
        super("The catalog of datasets has " + faults.size() + (faults.size() == 1 ? " fault" : " faults")
                + faults.stream().map(fault -> "\n  " + fault).collect(Collectors.joining()));
        this.faults = List.copyOf(faults);
    }

    public List<CatalogFault> faults() {
        return faults;
    }
}
