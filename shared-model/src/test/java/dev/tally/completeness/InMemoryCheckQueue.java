package dev.tally.completeness;

import java.util.ArrayList;
import java.util.List;

/** The check queue in memory: what was sent, in order, until a test takes it out. */
public final class InMemoryCheckQueue implements CheckQueue {
    private final List<CheckMessage> messages = new ArrayList<>();

    @Override
    public void send(List<CheckMessage> sent) {
        messages.addAll(sent);
    }

    /** Everything that was sent and not taken yet. */
    public List<CheckMessage> take() {
        List<CheckMessage> taken = List.copyOf(messages);
        messages.clear();
        return taken;
    }
}
