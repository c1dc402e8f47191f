package dev.tally.benchmark.latency;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
final class Cloud implements AutoCloseable {
    static final String ENVIRONMENT = "dev";
    /** These would have another cloud used. */
    private static final List<String> ELSEWHERE = List.of("AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3");

    private final LocalCloud local;
    private final CloudStatus status;
    private final Map<String, String> variables;

    Cloud(Path checkout, String name) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        ELSEWHERE.forEach(environment::remove);
        local = LocalCloud.named(name, environment);
        status = local.up(CloudProject.tally(checkout, ENVIRONMENT), Progress.silent());
        variables = local.environment(ENVIRONMENT).orElseThrow().variables();
    }

    /** An output of the deployed stacks. */
    String output(String name) {
        String value = status.outputs().get(name);
        if (value == null) {
            throw new IllegalStateException("No output " + name + ", only " + status.outputs().keySet());
        }
        return value;
    }

    AwsClients clients() {
        return new AwsClients(variables);
    }

    LambdaClient functions() {
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
