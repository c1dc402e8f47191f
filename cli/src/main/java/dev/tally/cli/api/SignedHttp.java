package dev.tally.cli.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** One request with a version 4 signature. Java's own connection, since the SDK's clients take longer to set up than the request. */
final class SignedHttp {
    private static final String SERVICE = "execute-api";
    private static final int CONNECT_MILLIS = 5_000;
    private static final int ANSWER_MILLIS = 35_000;

    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    private final String region;

    /**
     * An answer.
     *
     * @param date the server's clock, as its header has it
     */
    record Answer(int status, String body, Optional<String> date) {}

    SignedHttp(String region) {
        this.region = region;
    }

    /** @param now when it is signed */
    Answer get(URI uri, AwsCredentialsIdentity identity, Instant now) throws IOException {
        return send(SdkHttpRequest.builder().uri(uri).method(SdkHttpMethod.GET).build(), new byte[0], identity, now);
    }

    /**
     * Sends JSON.
     *
     * @param now when it is signed
     */
    Answer post(URI uri, byte[] json, AwsCredentialsIdentity identity, Instant now) throws IOException {
        return send(SdkHttpRequest.builder()
                .uri(uri)
                .method(SdkHttpMethod.POST)
                .putHeader("Content-Type", "application/json")
                .build(), json, identity, now);
    }

    private Answer send(SdkHttpRequest plain, byte[] content, AwsCredentialsIdentity identity, Instant now)
            throws IOException {
        var signed = signer.sign(request -> request.identity(identity)
                .request(plain)
                .payload(ContentStreamProvider.fromByteArray(content))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SERVICE)
                .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(now, ZoneOffset.UTC)));
        var connection = (HttpURLConnection) plain.getUri().toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(ANSWER_MILLIS);
        connection.setInstanceFollowRedirects(false);
        signed.request()
                .forEachHeader((name, values) -> values.forEach(value -> connection.addRequestProperty(name, value)));
        if (content.length > 0) {
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(content.length);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(content);
            }
        }
        int status = connection.getResponseCode();
        try (InputStream body = body(connection, status)) {
            return new Answer(status, new String(body.readAllBytes(), StandardCharsets.UTF_8),
                    Optional.ofNullable(connection.getHeaderField("Date")));
        }
    }

    private static InputStream body(HttpURLConnection connection, int status) throws IOException {
        if (status < HttpURLConnection.HTTP_BAD_REQUEST) {
            return connection.getInputStream();
        }
        return Optional.ofNullable(connection.getErrorStream()).orElseGet(InputStream::nullInputStream);
    }
}
