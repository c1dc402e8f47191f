package dev.tally.aws;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Answers that a test wrote down, one for each request, for what no emulator does on demand; and what was asked. */
public final class ScriptedHttp implements SdkHttpClient {
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<Request> requests = new ArrayList<>();

    /** A request as it was sent. */
    public record Request(String method, String path, Map<String, List<String>> headers, String body) {}

    private record Answer(int status, Map<String, String> headers, String body, boolean lost) {}

    /** The next answer. */
    public ScriptedHttp answer(int status, String body) {
        answers.add(new Answer(status, Map.of(), body, false));
        return this;
    }

    /** The next answer, with headers. */
    public ScriptedHttp answer(int status, Map<String, String> headers, String body) {
        answers.add(new Answer(status, headers, body, false));
        return this;
    }

    /** The service does what it was asked, and its answer does not arrive. */
    public ScriptedHttp loseAnswer() {
        answers.add(new Answer(0, Map.of(), "", true));
        return this;
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Clients that talk to this. */
    public AwsClients clients() {
        return new AwsClients(Map.of("AWS_REGION", "eu-central-1", "AWS_ACCESS_KEY_ID", "AKIDEXAMPLE",
                "AWS_SECRET_ACCESS_KEY", "example"), this);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return ScriptedHttp.this.call(request);
            }

            @Override
            public void abort() {
                // nothing is under way
            }
        };
    }

    private synchronized HttpExecuteResponse call(HttpExecuteRequest request) throws IOException {
        requests.add(new Request(request.httpRequest().method().name(), request.httpRequest().encodedPath(),
                request.httpRequest().headers(), body(request)));
        Answer answer = answers.poll();
        if (answer == null) {
            throw new AssertionError("Nobody expected " + requests.getLast());
        }
        if (answer.lost) {
            throw new IOException("Read timed out");
        }
        SdkHttpResponse.Builder response = SdkHttpResponse.builder().statusCode(answer.status);
        answer.headers.forEach(response::putHeader);
        return HttpExecuteResponse.builder()
                .response(response.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer.body.getBytes(
                        StandardCharsets.UTF_8))))
                .build();
    }

    private static String body(HttpExecuteRequest request) {
        return request.contentStreamProvider().map(content -> {
            try (var stream = content.newStream()) {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }).orElse("");
    }

    @Override
    public void close() {
        // nothing is open
    }

    @Override
    public String clientName() {
        return "scripted";
    }
}
