package dev.tally.singer.record;

import java.time.Duration;

/** What a recorder does beside reading: one thing at a time, in the order in which it was asked for, or when its time has come. */
interface Background {
    /** A clock that never steps back, in nanoseconds from some point. */
    long nanoTime();

    void execute(Runnable task);

    /** Runs a task later, unless the run has ended by then. */
    void schedule(Runnable task, Duration delay);

    /** Waits; returns early, with the thread's mark set, when it is interrupted. */
    void pause(Duration time);

    /** Lets what waits to be executed come to its end, and drops what is scheduled. */
    void finish();
}
