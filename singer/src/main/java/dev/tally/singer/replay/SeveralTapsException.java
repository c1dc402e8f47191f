package dev.tally.singer.replay;

import java.util.Collection;

import dev.tally.TallyException;

/** A lake has logs of several taps, and it was not said which are wanted: their states and streams do not mix. */
public final class SeveralTapsException extends TallyException {
    private static final long serialVersionUID = 1L;

    SeveralTapsException(Collection<String> taps) {
        super("The lake has logs of several taps: " + String.join(", ", taps));
    }
}
