package dev.tally.singer.replay;

import dev.tally.TallyException;

/** A loader did not load what it was given, as far as one can tell. */
public final class LoaderFailedException extends TallyException {
    private static final long serialVersionUID = 1L;

    LoaderFailedException(Unit unit, Loaders.Ending ending) {
        super("The loader of " + unit + (ending.exitCode() == 0
                ? " ended without telling the STATE that it was given last, so nobody knows what it loaded"
                        + (ending.lastLine().isEmpty()
                                ? "; it printed nothing"
                                : "; it printed " + shown(ending.lastLine()))
                : " failed with exit code " + ending.exitCode()));
    }

    private static String shown(String line) {
        return line.length() > 200 ? line.substring(0, 200) + "…" : line;
    }
}
