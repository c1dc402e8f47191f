package dev.tally.singer.replay;

import dev.tally.singer.lake.LogEntry;

/** Is told how a replay goes on, by one thread at a time. */
public interface Progress {
    /** Says nothing. */
    Progress NONE = (log, messages) -> {};

    /** A log was given away. */
    void gave(LogEntry log, long messages);
}
