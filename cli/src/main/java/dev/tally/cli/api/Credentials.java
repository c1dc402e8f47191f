package dev.tally.cli.api;

import java.util.Map;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** Who signs. */
public final class Credentials {
    private Credentials() {}

    /**
     * Keys that stand in the settings are used as they are, which is what the SDK's chain does too, and spares loading
     * it; the keys of a local cloud must never come from anywhere else. Otherwise the SDK's default chain looks:
     * profiles, SSO, web identity, container, instance.
     */
    public static AwsCredentialsProvider of(Map<String, String> settings) {
        String id = settings.getOrDefault("AWS_ACCESS_KEY_ID", "").strip();
        String secret = settings.getOrDefault("AWS_SECRET_ACCESS_KEY", "").strip();
        String token = settings.getOrDefault("AWS_SESSION_TOKEN", "").strip();
        if (id.isEmpty() || secret.isEmpty()) {
            return DefaultCredentialsProvider.builder().build();
        }
        return StaticCredentialsProvider.create(token.isEmpty()
                ? AwsBasicCredentials.create(id, secret)
                : AwsSessionCredentials.create(id, secret, token));
    }
}
