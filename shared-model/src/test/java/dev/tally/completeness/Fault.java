package dev.tally.completeness;

/** Mistakes that an implementation of the protocol could make; the simulation must catch each. */
enum Fault {
    NONE,
    /** Setting a watch does not look whether the file came meanwhile. */
    NO_RECHECK,
    /** A stale or repeated event does not wake the watches. */
    STALE_EVENT_DOES_NOT_WALK,
    /** The decision believes what was once seen. */
    NO_VERIFICATION,
    /** A chunk that turns out to be unfinished is taken back. */
    UNCOUNT_THE_CHUNK,
    /** Each start has a name of its own. */
    RANDOM_NAME,
    /** Reprocessing means whatever attempt there is when it is done. */
    ANY_ATTEMPT,
    /** Whoever registers a newer revision leaves an older one alone that was decided and not started. */
    DECISIONS_ARE_LEFT_ALONE,
    /** The same manifest again is a revision like any other. */
    EQUAL_BYTES_ARE_NEWS,
    /** That the same manifest came again leaves no trace. */
    REPEATS_LEAVE_NO_TRACE,
    /** Whatever changed is told, be it what the attempt uses. */
    WHAT_IS_USED_COUNTS_AS_CHANGED,
    /** Of a file that was known before, nobody is told that it changed. */
    CHANGES_ARE_NOT_TOLD,
    /** Nobody makes good for what is lost. */
    NOBODY_SWEEPS,
    /** Of a file whose event was lost, the look tells what was there before what is known was read. */
    LOOK_BEFORE_READING,
    /** What was found without an event counts as newer than every event. */
    FOUND_IS_NEWEST,
    /** What was found without an event counts as older than every event. */
    FOUND_IS_OLDEST;

    /** Whether only a schedule with losses can show it. */
    boolean showsInLosses() {
        return compareTo(NOBODY_SWEEPS) >= 0;
    }
}
