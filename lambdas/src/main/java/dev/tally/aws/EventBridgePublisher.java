package dev.tally.aws;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.EventBridgeException;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

import dev.tally.event.StatusEvent;

/** Puts status events on the bus. Thread-safe. */
public final class EventBridgePublisher {
    static final int MOST_ENTRIES = 10;
    /** Bytes of UTF-8 of all entries of a request together. */
    static final int MOST_BYTES = 256 * 1024;
    private static final int TIME_BYTES = 14;

    private final EventBridgeClient client;
    private final String bus;
    private final Backoff backoff;

    public EventBridgePublisher(AwsClients clients, String bus) {
        this(clients, bus, Backoff.USUAL);
    }

    EventBridgePublisher(AwsClients clients, String bus, Backoff backoff) {
        this.client = clients.eventBridge();
        this.bus = bus;
        this.backoff = backoff;
    }

    /**
     * Puts events, in their order.
     *
     * @return those that the bus did not take, however often they were offered
     */
    public Set<StatusEvent> publish(List<StatusEvent> events) {
        Set<StatusEvent> refused = new HashSet<>();
        for (List<StatusEvent> batch : batches(events)) {
            refused.addAll(put(batch));
        }
        return refused;
    }

    /** Asks the bus to take no event, which it refuses: all the way there and back without effect. */
    public void prime() {
        try {
            client.putEvents(put -> put.entries(List.of()));
        } catch (EventBridgeException refused) {
            // as expected
        }
    }

    private List<StatusEvent> put(List<StatusEvent> batch) {
        List<StatusEvent> open = batch;
        for (int attempt = 1;; attempt++) {
            List<PutEventsRequestEntry> entries = open.stream().map(this::entry).toList();
            open = failed(open, client.putEvents(put -> put.entries(entries)).entries());
            if (open.isEmpty() || attempt == backoff.attempts()) {
                return open;
            }
            backoff.pause(attempt);
        }
    }

    /** The results are in the order of the entries. That some failed is told by their error codes alone. */
    private static List<StatusEvent> failed(List<StatusEvent> events, List<PutEventsResultEntry> results) {
        List<StatusEvent> failed = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            if (i >= results.size() || results.get(i).errorCode() != null) {
                failed.add(events.get(i));
            }
        }
        return failed;
    }

    private List<List<StatusEvent>> batches(List<StatusEvent> events) {
        List<List<StatusEvent>> batches = new ArrayList<>();
        List<StatusEvent> batch = new ArrayList<>();
        int bytes = 0;
        for (StatusEvent event : events) {
            int size = size(entry(event));
            if (!batch.isEmpty() && (batch.size() == MOST_ENTRIES || bytes + size > MOST_BYTES)) {
                batches.add(batch);
                batch = new ArrayList<>();
                bytes = 0;
            }
            batch.add(event);
            bytes += size;
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }

    private PutEventsRequestEntry entry(StatusEvent event) {
        PutEventsRequestEntry entry = entry(event, event.detail());
        return size(entry) <= MOST_BYTES ? entry : entry(event, event.shortDetail());
    }

    private PutEventsRequestEntry entry(StatusEvent event, String detail) {
        return PutEventsRequestEntry.builder()
                .eventBusName(bus)
                .source(StatusEvent.SOURCE)
                .detailType(event.detailType())
                .time(event.at())
                .detail(detail)
                .build();
    }

    /** As the service counts it. */
    static int size(PutEventsRequestEntry entry) {
        return TIME_BYTES + utf8(entry.source()) + utf8(entry.detailType()) + utf8(entry.detail());
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
