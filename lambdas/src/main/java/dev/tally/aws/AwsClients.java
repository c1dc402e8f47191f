package dev.tally.aws;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The clients of AWS that a function uses, each made when it is first asked for. Endpoint, region and credentials come
 * from the given environment ({@code AWS_ENDPOINT_URL}, {@code AWS_ENDPOINT_URL_S3} and the like, {@code AWS_REGION},
 * {@code AWS_ACCESS_KEY_ID} …) and not from the process's, so that several functions can live in one JVM; what it does
 * not say is found the SDK's usual way. Thread-safe.
 */
public final class AwsClients {
    private static final int ATTEMPTS = 5;
    /** More than a function has under way at once: the checker looks for 16 files for each of ten messages. */
    private static final int CONNECTIONS = 256;
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final Map<String, String> environment;
    private final SdkHttpClient http;
    private final AwsCredentialsProvider credentials;
    private final Map<Class<?>, SdkClient> clients = new ConcurrentHashMap<>();

    public AwsClients(Map<String, String> environment) {
        this(environment,
                Apache5HttpClient.builder()
                        .maxConnections(CONNECTIONS)
                        .connectionTimeout(CONNECT)
                        .socketTimeout(SILENCE)
                        .build());
    }

    /** With an HTTP client of one's own, which counts, or answers by itself. */
    public AwsClients(Map<String, String> environment, SdkHttpClient http) {
        this.environment = Map.copyOf(environment);
        this.http = http;
        this.credentials = credentials(environment);
    }

    private AwsClients(AwsClients others, Map<Class<?>, SdkClient> ready) {
        this.environment = others.environment;
        this.http = others.http;
        this.credentials = others.credentials;
        this.clients.putAll(others.clients);
        this.clients.putAll(ready);
    }

    /** These clients with one of them replaced by one's own, which counts, or answers by itself. */
    public <C extends SdkClient> AwsClients with(Class<C> type, C client) {
        return new AwsClients(this, Map.of(type, client));
    }

    public DynamoDbClient dynamoDb() {
        return client(DynamoDbClient.class, () -> configure("DYNAMODB", DynamoDbClient.builder()).build());
    }

    /** Addresses buckets by path where an endpoint is given: {@code bucket.127.0.0.1} is no name. */
    public S3Client s3() {
        return client(S3Client.class, () -> configure("S3", S3Client.builder()
                .forcePathStyle(endpoint("S3").isPresent())).build());
    }

    public SqsClient sqs() {
        return client(SqsClient.class, () -> configure("SQS", SqsClient.builder()).build());
    }

    public SfnClient stepFunctions() {
        return client(SfnClient.class, () -> configure("SFN", SfnClient.builder()).build());
    }

    public EventBridgeClient eventBridge() {
        return client(EventBridgeClient.class, () -> configure("EVENTBRIDGE", EventBridgeClient.builder()).build());
    }

    private <C extends SdkClient> C client(Class<C> type, Supplier<C> make) {
        return type.cast(clients.computeIfAbsent(type, key -> make.get()));
    }

    private <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B configure(String service, B builder) {
        builder.httpClient(http)
                .credentialsProvider(credentials)
                .overrideConfiguration(overrides -> overrides.retryStrategy(AwsRetryStrategy.standardRetryStrategy()
                        .toBuilder()
                        .maxAttempts(ATTEMPTS)
                        .build()));
        endpoint(service).map(URI::create).ifPresent(builder::endpointOverride);
        setting("AWS_REGION").or(() -> setting("AWS_DEFAULT_REGION")).map(Region::of).ifPresent(builder::region);
        return builder;
    }

    private Optional<String> endpoint(String service) {
        return setting("AWS_ENDPOINT_URL_" + service).or(() -> setting("AWS_ENDPOINT_URL"));
    }

    private Optional<String> setting(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /**
     * Keys that are the process's own are left to the SDK, which knows when they expire; a copy of them would be frozen
     * into a snapshot.
     */
    private static AwsCredentialsProvider credentials(Map<String, String> environment) {
        String id = environment.getOrDefault("AWS_ACCESS_KEY_ID", "");
        String secret = environment.getOrDefault("AWS_SECRET_ACCESS_KEY", "");
        String token = environment.getOrDefault("AWS_SESSION_TOKEN", "");
        if (id.isBlank() || secret.isBlank() || id.equals(System.getenv("AWS_ACCESS_KEY_ID"))) {
            return DefaultCredentialsProvider.builder().build();
        }
        return StaticCredentialsProvider.create(token.isBlank()
                ? AwsBasicCredentials.create(id, secret)
                : AwsSessionCredentials.create(id, secret, token));
    }
}
