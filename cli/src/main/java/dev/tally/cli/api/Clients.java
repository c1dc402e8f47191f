package dev.tally.cli.api;

import java.time.Duration;

import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Clients of AWS services, as a target has them. */
public final class Clients {
    private static final int ATTEMPTS = 6;

    private Clients() {}

    /** Checksums are the caller's: it has them before it sends. */
    public static S3Client s3(Target target, int connections) {
        // HttpURLConnection keeps five connections to a server unless it is told otherwise before its first use.
        System.setProperty("http.maxConnections", Integer.toString(Math.max(5, connections)));
        var builder = S3Client.builder()
                .region(Region.of(target.region()))
                .credentialsProvider(Credentials.of(target.settings()))
                .httpClient(UrlConnectionHttpClient.builder()
                        .connectionTimeout(Duration.ofSeconds(10))
                        .socketTimeout(Duration.ofSeconds(60))
                        .build())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .overrideConfiguration(override -> override.retryStrategy(
                        AwsRetryStrategy.standardRetryStrategy().toBuilder().maxAttempts(ATTEMPTS).build()));
        target.endpoint("S3").ifPresent(endpoint -> builder.endpointOverride(endpoint).forcePathStyle(true));
        return builder.build();
    }
}
