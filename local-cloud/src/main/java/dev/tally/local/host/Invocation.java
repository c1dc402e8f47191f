package dev.tally.local.host;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import com.sun.net.httpserver.Headers;

/** One invocation as the emulator describes it in the headers of its request; the request's body is the event. */
record Invocation(
        String requestId, String function, String version, String arn, String handler, Path code, Duration timeout,
        int memoryMegabytes, Map<String, String> environment) {

    Invocation {
        environment = Map.copyOf(environment);
    }

    static Invocation from(Headers headers) {
        return new Invocation(
                required(headers, "X-Tally-Request"),
                required(headers, "X-Tally-Function"),
                required(headers, "X-Tally-Version"),
                required(headers, "X-Tally-Arn"),
                required(headers, "X-Tally-Handler"),
                Path.of(required(headers, "X-Tally-Code")),
                Duration.ofSeconds(Long.parseLong(required(headers, "X-Tally-Timeout"))),
                Integer.parseInt(required(headers, "X-Tally-Memory")),
                form(required(headers, "X-Tally-Environment")));
    }

    private static String required(Headers headers, String name) {
        var value = headers.getFirst(name);
        if (value == null) {
            throw new IllegalArgumentException("the request has no header " + name);
        }
        return value;
    }

    private static Map<String, String> form(String text) {
        var values = new TreeMap<String, String>();
        for (var pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return values;
    }
}
