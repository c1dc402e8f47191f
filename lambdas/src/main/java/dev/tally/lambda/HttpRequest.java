package dev.tally.lambda;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

/**
 * A request as an HTTP API hands it to a function, in the payload's version 2.0. The gateway has decoded the parameters,
 * once; nothing is decoded again, since a key may well hold {@code %2F}.
 */
public final class HttpRequest {
    private final JsonObject event;

    HttpRequest(JsonObject event) {
        this.event = event;
    }

    public String method() {
        return event.text("requestContext", "http", "method").orElse("GET");
    }

    /** The last part of the path, with its slash: what is before it belongs to a stage. */
    public String path() {
        String path = event.needText("rawPath");
        return path.substring(path.lastIndexOf('/'));
    }

    /** A parameter of the query; one without a value is absent. */
    public Optional<String> parameter(String name) {
        return event.text("queryStringParameters", name).filter(value -> !value.isEmpty());
    }

    /** @throws HttpException if the body is not one JSON object */
    public JsonObject body() {
        String body = event.text("body").orElse("");
        try {
            return JsonObject.parse(event.flag("isBase64Encoded").orElse(false)
                    ? new String(Base64.getDecoder().decode(body), StandardCharsets.UTF_8)
                    : body);
        } catch (MalformedJsonException | IllegalArgumentException malformed) {
            throw HttpException.badRequest("The body is not a JSON object: " + malformed.getMessage());
        }
    }

    /** Who signed it: the ARN of an identity of IAM. */
    public Optional<String> caller() {
        return event.text("requestContext", "authorizer", "iam", "userArn");
    }
}
