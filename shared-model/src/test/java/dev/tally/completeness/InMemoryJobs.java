package dev.tally.completeness;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.tally.delivery.Delivery;

/** Executions in memory: the first start of a name counts, later ones find it. */
public final class InMemoryJobs implements JobStarter {
    private final Map<String, Delivery> started = new LinkedHashMap<>();

    @Override
    public String start(Delivery delivery) {
        String name = delivery.key() + "!" + delivery.attempt();
        started.putIfAbsent(name, delivery);
        return name;
    }

    /** The deliveries as they were when their executions began, by the executions' names. */
    public Map<String, Delivery> started() {
        return Map.copyOf(started);
    }
}
