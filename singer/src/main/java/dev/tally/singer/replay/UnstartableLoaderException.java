package dev.tally.singer.replay;

import java.io.IOException;

import dev.tally.TallyException;

/** The loader's command cannot be run. */
public final class UnstartableLoaderException extends TallyException {
    private static final long serialVersionUID = 1L;

    UnstartableLoaderException(String command, IOException cause) {
        super("The loader " + command + " cannot be started: " + cause.getMessage(), cause);
    }
}
