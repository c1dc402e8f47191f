package dev.tally.cli;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.tally.cli.api.Json;

/** Parameters for the job as users type them. */
final class JobParameters {
    private JobParameters() {}

    /** Each value as JSON: what is JSON stays as it is, anything else is text. */
    static Map<String, String> json(Map<String, String> typed) {
        var parameters = new LinkedHashMap<String, String>();
        typed.forEach((name, value) -> parameters.put(name, json(value)));
        return parameters;
    }

    private static String json(String value) {
        try {
            var node = Json.read(value);
            return node.isMissingNode() ? new TextNode(value).toString() : node.toString();
        } catch (JsonProcessingException notJson) {
            return new TextNode(value).toString();
        }
    }
}
