package dev.tally.it;

import java.util.Map;

import org.testcontainers.DockerClientFactory;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * LocalStack in Docker, with its own runtime for functions, as the other cloud that the tests can run on: Maven's profile
 * {@code localstack}.
 */
final class LocalStack {
    private static final String TOKEN = "LOCALSTACK_AUTH_TOKEN";

    private LocalStack() {}

    static boolean isWanted() {
        return Boolean.getBoolean("tally.localstack");
    }

    /** Why it cannot be had here; empty if it can. */
    static String missing() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            return "LocalStack needs a Docker engine, and none can be reached";
        }
        return System.getenv(TOKEN) == null ? "LocalStack needs an account's token in " + TOKEN : "";
    }

    /** Starts one that lives as long as this process; answers what a client needs to reach it. */
    static Map<String, String> start() {
        var container = new LocalStackContainer(DockerImageName.parse(System.getProperty("tally.localstack.image")))
                .withEnv(TOKEN, System.getenv(TOKEN));
        container.start();
        String endpoint = container.getEndpoint().toString();
        return Map.of("AWS_ENDPOINT_URL", endpoint, "AWS_ENDPOINT_URL_S3", endpoint, "AWS_REGION",
                container.getRegion(),
                "AWS_ACCESS_KEY_ID", container.getAccessKey(), "AWS_SECRET_ACCESS_KEY", container.getSecretKey());
    }
}
