package dev.tally.aws;

import java.net.URI;
import java.util.List;

import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.CheckQueue;

/** The check queue. Thread-safe. */
public final class SqsCheckQueue implements CheckQueue {
    private final SqsQueue queue;

    public SqsCheckQueue(AwsClients clients, URI queue) {
        this.queue = new SqsQueue(clients, "check queue", queue);
    }

    @Override
    public void send(List<CheckMessage> messages) {
        queue.send(messages.stream().map(CheckMessageJson::write).toList());
    }

    /** Goes all the way to the queue and back without effect. */
    public void prime() {
        queue.prime();
    }
}
