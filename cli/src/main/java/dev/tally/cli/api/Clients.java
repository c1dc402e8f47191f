package dev.tally.cli.api;

import java.time.Duration;
import java.util.Map;

import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Clients of AWS services, as a target has them. */
public final class Clients {
    private static final int ATTEMPTS = 6;

    private Clients() {}

    /** Checksums are the caller's: it has them before it sends. */
    public static S3Client s3(Target target, int connections) {
        return s3(target.settings(), target.region(), connections).build();
    }

    /** Of the region that the settings name; buckets of other regions are found all the same. */
    public static S3Client s3(Map<String, String> settings, int connections) {
        return s3(settings, Target.region(settings), connections).crossRegionAccessEnabled(true).build();
    }

    private static S3ClientBuilder s3(Map<String, String> settings, String region, int connections) {
        // HttpURLConnection keeps five connections to a server unless it is told otherwise before its first use.
        System.setProperty("http.maxConnections", Integer.toString(Math.max(5, connections)));
        var builder = S3Client.builder()
                .region(Region.of(region))
                .credentialsProvider(Credentials.of(settings))
                .httpClient(UrlConnectionHttpClient.builder()
                        .connectionTimeout(Duration.ofSeconds(10))
                        .socketTimeout(Duration.ofSeconds(60))
                        .build())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .overrideConfiguration(override -> override.retryStrategy(
                        AwsRetryStrategy.standardRetryStrategy().toBuilder().maxAttempts(ATTEMPTS).build()));
        Target.endpoint(settings, "S3").ifPresent(endpoint -> builder.endpointOverride(endpoint).forcePathStyle(true));
        return builder;
    }
}
