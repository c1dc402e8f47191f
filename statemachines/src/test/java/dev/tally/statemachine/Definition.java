package dev.tally.statemachine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A state machine, or the inner one of a Map, taken apart. */
record Definition(String name, String startAt, Map<String, JsonNode> states) {

    static Definition of(StateMachine machine) {
        try {
            return of(machine.name(), new ObjectMapper().readTree(machine.definition()));
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException(machine + " is not JSON", broken);
        }
    }

    private static Definition of(String name, JsonNode json) {
        Map<String, JsonNode> states = new LinkedHashMap<>();
        json.get("States").properties().forEach(entry -> states.put(entry.getKey(), entry.getValue()));
        return new Definition(name, json.get("StartAt").textValue(), states);
    }

    /** This one and those within it. */
    List<Definition> all() {
        List<Definition> all = new ArrayList<>(List.of(this));
        states.forEach((state, json) -> {
            if (json.has("ItemProcessor")) {
                all.add(of(name + "/" + state, json.get("ItemProcessor")));
            }
        });
        return all;
    }

    Definition inner(String map) {
        return of(name + "/" + map, state(map).get("ItemProcessor"));
    }

    JsonNode state(String state) {
        JsonNode found = states.get(state);
        if (found == null) {
            throw new IllegalArgumentException("No state " + state + " in " + name);
        }
        return found;
    }

    /** Where each state may lead. */
    static List<String> successors(JsonNode state) {
        List<String> next = new ArrayList<>();
        Stream.of("Next", "Default").filter(state::has).forEach(field -> next.add(state.get(field).textValue()));
        Stream.of("Choices", "Catch")
                .filter(state::has)
                .forEach(field -> state.get(field).forEach(way -> next.add(way.get("Next").textValue())));
        return next;
    }

    Set<String> reachable() {
        Set<String> reached = new HashSet<>();
        List<String> open = new ArrayList<>(List.of(startAt));
        while (!open.isEmpty()) {
            String state = open.removeLast();
            if (reached.add(state)) {
                open.addAll(successors(state(state)));
            }
        }
        return reached;
    }

    List<Map.Entry<String, JsonNode>> ofType(String type) {
        return states.entrySet().stream().filter(s -> s.getValue().get("Type").textValue().equals(type)).toList();
    }
}
