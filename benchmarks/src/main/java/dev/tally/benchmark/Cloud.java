package dev.tally.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;

import dev.tally.aws.AwsClients;
import dev.tally.local.CloudProject;
import dev.tally.local.CloudStatus;
import dev.tally.local.LocalCloud;
import dev.tally.local.Progress;

/** A local cloud of the benchmark's own, which lives as long as this. */
public final class Cloud implements AutoCloseable {
    private static final String ENVIRONMENT = "dev";
    /** These would have another cloud used. */
    private static final List<String> ELSEWHERE = List.of("AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3");

    private final Path checkout;
    private final LocalCloud local;
    private final CloudStatus status;
    private final Map<String, String> variables;

    /**
     * Brings up the cloud with the stacks of the checkout in which this runs.
     *
     * @throws IllegalStateException if it runs elsewhere
     */
    public Cloud() {
        checkout = Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve("infra-cdk/cdk.json")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Run it within a checkout of Tally"));
        Map<String, String> environment = new HashMap<>(System.getenv());
        ELSEWHERE.forEach(environment::remove);
        local = LocalCloud.named("benchmark", environment);
        status = local.up(CloudProject.tally(checkout, ENVIRONMENT), Progress.silent());
        variables = local.environment(ENVIRONMENT).orElseThrow().variables();
    }

    /** The code of all functions, as deployed. */
    public Path functionsCode() {
        return checkout.resolve("lambdas/target/tally-functions.jar");
    }

    /** An output of the deployed stacks. */
    public String output(String name) {
        String value = status.outputs().get(name);
        if (value == null) {
            throw new IllegalStateException("No output " + name + ", only " + status.outputs().keySet());
        }
        return value;
    }

    public AwsClients clients() {
        return new AwsClients(variables);
    }

    public LambdaClient functions() {
        return LambdaClient.builder().applyMutation(this::reach).build();
    }

    private void reach(AwsClientBuilder<?, ?> client) {
        client.endpointOverride(status.endpoint().orElseThrow())
                .region(Region.of(setting("AWS_REGION")))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(
                        setting("AWS_ACCESS_KEY_ID"), setting("AWS_SECRET_ACCESS_KEY"))));
    }

    private String setting(String name) {
        return variables.getOrDefault(name, "");
    }

    @Override
    public void close() {
        local.down();
    }
}
