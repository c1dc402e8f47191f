package dev.tally.infra;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import dev.tally.TallyException;
import dev.tally.dataset.CatalogFault;

/** An environment's file cannot be used; the message has every fault, not only the first. */
final class EnvironmentException extends TallyException {
    private static final long serialVersionUID = 1L;

    EnvironmentException(Path file, List<CatalogFault> faults) {
        super(file + (faults.size() == 1 ? " has a fault:" : " has " + faults.size() + " faults:")
                + faults.stream().map(fault -> "\n  " + fault).collect(Collectors.joining()));
    }
}
