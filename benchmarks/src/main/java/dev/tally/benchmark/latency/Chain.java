package dev.tally.benchmark.latency;

import java.time.Instant;

/** A way from a file to an execution. */
interface Chain {
    /** Does all that comes before the last file, and returns when its effects have settled. */
    void prepare(int round);

    /** Puts the last file; answers when it was sent, since its event is under way before S3 has answered. */
    Instant putLast(int round);

    /** Waits until the execution has ended that the last file brought about; answers when it had started. */
    Instant started(int round);
}
