package dev.tally.cli.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** One GET with a version 4 signature. Java's own connection, since the SDK's clients take longer to set up than the request. */
final class SignedGet {
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

    SignedGet(String region) {
        this.region = region;
    }

    /** @param now when it is signed */
    Answer send(URI uri, AwsCredentialsIdentity identity, Instant now) throws IOException {
        var signed = signer.sign(request -> request.identity(identity)
                .request(SdkHttpRequest.builder().uri(uri).method(SdkHttpMethod.GET).build())
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SERVICE)
                .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(now, ZoneOffset.UTC)));
        var connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(ANSWER_MILLIS);
        connection.setInstanceFollowRedirects(false);
        signed.request()
                .forEachHeader((name, values) -> values.forEach(value -> connection.addRequestProperty(name, value)));
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
