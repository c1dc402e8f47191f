package dev.tally.cli;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonParseException;

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
            return Json.read(value).line();
        } catch (JsonParseException notJson) {
            return new Json.Text(value).line();
        }
    }
}
