package dev.tally.aws;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;

/** Sends requests on, and remembers them. */
public final class CountingHttp implements SdkHttpClient {
    private final SdkHttpClient client = Apache5HttpClient.create();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();

    /** What was asked since the last time: {@code UpdateItem}, {@code BatchGetItem} …, and of S3 the method: {@code S3 PUT}. */
    public List<String> take() {
        List<String> taken = List.copyOf(requests);
        requests.clear();
        return taken;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        requests.add(name(request.httpRequest()));
        return client.prepareRequest(request);
    }

    private static String name(SdkHttpRequest request) {
        return request.firstMatchingHeader("X-Amz-Target")
                .map(target -> target.substring(target.lastIndexOf('.') + 1))
                .orElseGet(() -> "S3 " + request.method());
    }

    @Override
    public void close() {
        client.close();
    }
}
