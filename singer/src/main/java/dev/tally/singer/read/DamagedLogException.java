package dev.tally.singer.read;

import dev.tally.TallyException;

/** A log cannot be given away as it is. Nothing of it was. */
public final class DamagedLogException extends TallyException {
    private static final long serialVersionUID = 1L;

    private final transient Fault fault;

    public DamagedLogException(Fault fault) {
        super(fault.toString());
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
