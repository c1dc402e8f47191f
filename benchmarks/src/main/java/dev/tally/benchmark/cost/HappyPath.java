package dev.tally.benchmark.cost;

import java.io.UncheckedIOException;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.tally.statemachine.StateMachine;

/**
 * Walks through the state machine that processes as an attempt does in which all goes well and each range is verified in
 * one invocation, and counts.
 *
 * @param transitions steps that were entered, which Step Functions charges
 * @param functions invocations of Tally's own functions
 */
record HappyPath(long transitions, long functions) {
    /** What the choices on the way ask for. */
    private static final Map<String, JsonNode> ANSWERS = Map.of("$.answer.done", json("true"), "$.judgement.unfit",
            json("false"), "$.job.kind", json("\"lambda\""));

    /** @param ranges of the resolved manifest, one for each chunk */
    static HappyPath through(int ranges) {
        return walk(json(StateMachine.PROCESSING.definition()), ranges);
    }

    private static HappyPath walk(JsonNode machine, int ranges) {
        long transitions = 0;
        long functions = 0;
        String name = machine.get("StartAt").asText();
        while (true) {
            JsonNode state = machine.get("States").get(name);
            transitions++;
            switch (state.get("Type").asText()) {
                case "Map" -> {
                    HappyPath one = walk(state.get("ItemProcessor"), ranges);
                    transitions += ranges * one.transitions;
                    functions += ranges * one.functions;
                }
                case "Task" -> functions += state.at("/Parameters/FunctionName").asText().startsWith("${") ? 1 : 0;
                case "Succeed" -> {
                    return new HappyPath(transitions, functions);
                }
                case "Choice", "Pass" -> {
                    // a step like any other
                }
                default -> throw new IllegalStateException("All should go well, and leads to " + name);
            }
            name = next(state);
        }
    }

    private static String next(JsonNode state) {
        for (JsonNode choice : state.path("Choices")) {
            JsonNode answer = ANSWERS.get(choice.get("Variable").asText());
            if (answer == null) {
                throw new IllegalStateException("No answer is known to " + choice);
            }
            if (answer.equals(choice.get("BooleanEquals")) || answer.equals(choice.get("StringEquals"))) {
                return choice.get("Next").asText();
            }
        }
        return state.has("Default") ? state.get("Default").asText() : state.get("Next").asText();
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException("Not JSON: " + text, impossible);
        }
    }
}
