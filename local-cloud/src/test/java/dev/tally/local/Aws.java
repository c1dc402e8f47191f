package dev.tally.local;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The few AWS calls that these tests need, in the protocols of the services, so that what an answer holds is seen as it is. */
record Aws(URI endpoint) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A call of one of the services that take a target and JSON. */
    JsonNode call(String service, String target, String body) {
        var answer = send(request(service, "/").header("X-Amz-Target", target)
                .header("Content-Type", "application/x-amz-json-1.0")
                .POST(BodyPublishers.ofString(body)));
        return json(answer.body());
    }

    HttpResponse<String> lambda(String path, String body) {
        return post("lambda", "/2015-03-31/functions" + path, body);
    }

    HttpResponse<String> get(String service, String path) {
        return send(request(service, path).GET());
    }

    HttpResponse<String> post(String service, String path, String body) {
        return send(request(service, path).POST(BodyPublishers.ofString(body)));
    }

    HttpResponse<String> s3(String method, String path, String body, String... headers) {
        var request = request("s3", path).method(method, BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException notJson) {
            throw new IllegalStateException(text, notJson);
        }
    }

    static String quoted(String text) {
        return JSON.valueToTree(text).toString();
    }

    private HttpRequest.Builder request(String service, String path) {
        return HttpRequest.newBuilder(endpoint.resolve(path))
                .header("Authorization", "AWS4-HMAC-SHA256 Credential=test/20261130/us-east-1/" + service
                        + "/aws4_request, SignedHeaders=host, Signature=00");
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
