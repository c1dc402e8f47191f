package dev.tally.benchmark.micro;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Answers every request the same at once, so that what is left is what the caller does. */
final class CannedHttpClient implements SdkHttpClient {
    private final byte[] answer;

    CannedHttpClient(String answer) {
        this.answer = answer.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return HttpExecuteResponse.builder()
                        .response(SdkHttpResponse.builder()
                                .statusCode(200)
                                .putHeader("Content-Type", "application/x-amz-json-1.0")
                                .putHeader("Content-Length", Integer.toString(answer.length))
                                .build())
                        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer)))
                        .build();
            }

            @Override
            public void abort() {}
        };
    }

    @Override
    public void close() {}
}
