package dev.tally.aws;

import dev.tally.TallyException;

/** A service did not take all of a request, however often it was asked; later it may. */
public final class ServiceBusyException extends TallyException {
    private static final long serialVersionUID = 1L;

    ServiceBusyException(String message) {
        super(message);
    }
}
