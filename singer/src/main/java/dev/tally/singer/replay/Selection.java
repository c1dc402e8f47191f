package dev.tally.singer.replay;

import java.util.Set;

/**
 * Which messages of the logs are wanted.
 *
 * @param streams of these alone; empty for all. A STATE speaks of all streams, so with a choice of them there is none
 * @param activateVersions whether ACTIVATE_VERSION messages are wanted
 * @param selfContained whether the SCHEMA lines that the recorder added stay at the head of each log
 * @param invalid what to do with lines that are no messages
 */
public record Selection(Set<String> streams, boolean activateVersions, boolean selfContained, Invalid invalid) {
    public static final Selection ALL = new Selection(Set.of(), true, false, Invalid.FAIL);

    /** What becomes of a line that is no message. */
    public enum Invalid {
        /** The log that has one is not given away, nor what comes after it. */
        FAIL,
        /** It goes out as it was recorded. */
        KEEP,
        /** It is left out, and given to whoever asked for such lines. */
        SKIP
    }

    public Selection {
        streams = Set.copyOf(streams);
    }

    boolean wants(String stream) {
        return streams.isEmpty() || streams.contains(stream);
    }
}
