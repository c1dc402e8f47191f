package dev.tally.benchmark.metered;

import java.util.Map;
import java.util.TreeMap;

/** Counts requests and what they are charged. Thread-safe. */
public final class Meter {
    private final Map<String, Usage> byRequest = new TreeMap<>();
    private long requests;

    /**
     * What was used.
     *
     * @param requests how many
     * @param writeUnits of the table and its index
     * @param readUnits of the table and its index
     * @param bytes sent or received, where a service charges by size
     */
    public record Usage(long requests, double writeUnits, double readUnits, long bytes) {
        public static final Usage NONE = new Usage(0, 0, 0, 0);

        public Usage plus(Usage other) {
            return new Usage(requests + other.requests, writeUnits + other.writeUnits, readUnits + other.readUnits,
                    bytes + other.bytes);
        }

        public Usage minus(Usage other) {
            return new Usage(requests - other.requests, writeUnits - other.writeUnits, readUnits - other.readUnits,
                    bytes - other.bytes);
        }
    }

    /** @param request service and operation, such as {@code dynamodb:UpdateItem}, and what it was about */
    synchronized void add(String request, Usage usage) {
        byRequest.merge(request, usage, Usage::plus);
        requests += usage.requests();
    }

    void request(String request) {
        add(request, new Usage(1, 0, 0, 0));
    }

    /** How many there were until now. */
    public synchronized long requests() {
        return requests;
    }

    /** All until now, by request. */
    public synchronized Map<String, Usage> byRequest() {
        return new TreeMap<>(byRequest);
    }

    /** What came in between. */
    public static Map<String, Usage> difference(Map<String, Usage> later, Map<String, Usage> earlier) {
        Map<String, Usage> difference = new TreeMap<>();
        later.forEach((request, usage) -> {
            Usage more = usage.minus(earlier.getOrDefault(request, Usage.NONE));
            if (more.requests() > 0) {
                difference.put(request, more);
            }
        });
        return difference;
    }

    /** Sums up. */
    public static Usage total(Map<String, Usage> byRequest) {
        return byRequest.values().stream().reduce(Usage.NONE, Usage::plus);
    }
}
