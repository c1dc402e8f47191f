package dev.tally.cli;

import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonParseException;

import dev.tally.cli.api.Json;

/** Parameters for the job as users type them. */
final class JobParameters {
    private JobParameters() {}

    /** A JSON object, if there are any; a value that is JSON stays as it is, any other is text. */
    static Optional<String> json(Map<String, String> typed) {
        if (typed.isEmpty()) {
            return Optional.empty();
        }
        var parameters = Json.object();
        typed.forEach((name, value) -> parameters.put(name, json(value)));
        return Optional.of(parameters.line());
    }

    private static Json json(String value) {
        try {
            return Json.read(value);
        } catch (JsonParseException notJson) {
            return new Json.Text(value);
        }
    }
}
