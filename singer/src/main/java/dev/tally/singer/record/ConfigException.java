package dev.tally.singer.record;

import java.util.List;
import java.util.stream.Collectors;

import dev.tally.TallyException;

/** Settings that cannot be used; it has every fault, each with where it stands. */
public final class ConfigException extends TallyException {
    private static final long serialVersionUID = 1L;

    /** @param faults at least one */
    ConfigException(List<String> faults) {
        super(faults.size() == 1
                ? "A setting cannot be used: " + faults.getFirst()
                : faults.size() + " settings cannot be used:"
                        + faults.stream().map(fault -> "\n  " + fault).collect(Collectors.joining()));
    }
}
