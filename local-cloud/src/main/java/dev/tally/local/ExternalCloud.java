package dev.tally.local;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;

/** A cloud that the user chose with {@code AWS_ENDPOINT_URL}, such as LocalStack: it is looked at, and never started or ended. */
final class ExternalCloud {

    private ExternalCloud() {}

    /** The endpoint that was chosen, unless a local cloud itself exported it. */
    static Optional<URI> endpoint(Map<String, String> environment) {
        return environment.containsKey(CloudEnvironment.NAME_VARIABLE)
                ? Optional.empty()
                : Optional.ofNullable(environment.get("AWS_ENDPOINT_URL"))
                        .filter(url -> !url.isBlank())
                        .map(URI::create);
    }

    /** The outputs of an environment's stacks; empty when it is not deployed there. */
    static Map<String, String> outputs(URI endpoint, String environment, Map<String, String> variables) {
        var outputs = new TreeMap<String, String>();
        var region = variables.getOrDefault("AWS_REGION",
                variables.getOrDefault("AWS_DEFAULT_REGION", CloudSettings.REGION));
        try (var http = UrlConnectionHttpClient.create();
                var client = CloudFormationClient.builder()
                        .endpointOverride(endpoint)
                        .region(Region.of(region))
                        .credentialsProvider(credentials(variables))
                        .httpClient(http)
                        .build()) {
            client.describeStacksPaginator()
                    .stacks()
                    .stream()
                    .filter(stack -> isOf(stack.stackName(), environment))
                    .forEach(stack -> stack.outputs()
                            .forEach(output -> outputs.put(output.outputKey(), output.outputValue())));
        } catch (SdkException problem) {
            throw new LocalCloudException(
                    "cannot read the stacks of the cloud at " + endpoint + ": " + problem.getMessage(), problem);
        }
        return outputs;
    }

    private static AwsCredentialsProvider credentials(Map<String, String> variables) {
        var id = variables.get("AWS_ACCESS_KEY_ID");
        var secret = variables.get("AWS_SECRET_ACCESS_KEY");
        var token = variables.get("AWS_SESSION_TOKEN");
        if (id == null || secret == null) {
            return DefaultCredentialsProvider.builder().build();
        }
        return StaticCredentialsProvider.create(token == null
                ? AwsBasicCredentials.create(id, secret)
                : AwsSessionCredentials.create(id, secret, token));
    }

    private static boolean isOf(String stack, String environment) {
        return stack.equals("Tally-" + environment) || stack.startsWith("Tally-" + environment + "-");
    }
}
