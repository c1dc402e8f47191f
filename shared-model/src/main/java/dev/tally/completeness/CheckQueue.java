package dev.tally.completeness;

import java.util.List;

/** Port: the queue of work on completeness; at least once, in no order. */
public interface CheckQueue {
    /** Returns when all are accepted, throws if any is not. */
    void send(List<CheckMessage> messages);
}
