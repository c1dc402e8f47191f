package dev.tally.lambda;

import java.io.IOException;
import java.io.StringWriter;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.json.JsonObject;

/**
 * The frame of a function behind an HTTP API, which answers each request with JSON, errors as
 * {@code {"error": {"code", "message"}}}.
 */
public abstract class HttpHandler extends FunctionHandler {
    protected HttpHandler(String function, Settings settings) {
        super(function, settings);
    }

    /**
     * Writes the body of a good answer.
     *
     * @throws HttpException if there is none
     */
    protected abstract void answer(HttpRequest request, JsonGenerator body, Invocation invocation) throws IOException;

    @Override
    protected final void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        event.nextToken();
        HttpRequest request = new HttpRequest(JsonObject.read(event));
        String body;
        int status = 200;
        try {
            body = body(request, invocation);
        } catch (HttpException refused) {
            status = refused.status();
            body = error(refused.code(), String.valueOf(refused.getMessage()));
        } catch (RuntimeException failure) {
            invocation.log().error("The request failed", failure);
            status = 500;
            body = error("InternalError", "Tally could not answer; the function's log has request "
                    + invocation.context().getAwsRequestId());
        }
        answer.writeStartObject();
        answer.writeNumberField("statusCode", status);
        answer.writeObjectFieldStart("headers");
        answer.writeStringField("content-type", "application/json");
        answer.writeEndObject();
        answer.writeStringField("body", body);
        answer.writeEndObject();
    }

    private String body(HttpRequest request, Invocation invocation) throws IOException {
        StringWriter body = new StringWriter();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(body)) {
            answer(request, json, invocation);
        }
        return body.toString();
    }

    private static String error(String code, String message) throws IOException {
        StringWriter body = new StringWriter();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(body)) {
            json.writeStartObject();
            json.writeObjectFieldStart("error");
            json.writeStringField("code", code);
            json.writeStringField("message", message);
            json.writeEndObject();
            json.writeEndObject();
        }
        return body.toString();
    }
}
