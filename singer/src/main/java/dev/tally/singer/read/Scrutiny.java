package dev.tally.singer.read;

/** How closely the lines of a log are read. */
public enum Scrutiny {
    /** As the recorder does: for their type and stream. */
    TYPES,
    /** Each to its end: what is broken behind its type and stream is no message. */
    WHOLE,
    /** And noting what strict readers refuse or change, though Singer's own write it. */
    STRICT
}
