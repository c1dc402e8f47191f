package dev.tally.infra;

import java.util.List;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One environment: how it is deployed, and the datasets that it tracks.
 *
 * @param catalog what the functions read: the environment's name and its datasets
 */
record Environment(String name, Deployment deployment, JsonNode catalog) {

    List<JsonNode> datasets() {
        return StreamSupport.stream(catalog.path("datasets").spliterator(), false).toList();
    }

    String functionName(String shortName) {
        return "tally-" + name + "-" + shortName;
    }
}
