package dev.tally.it;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sqs.SqsClient;

import dev.tally.cli.api.TallyApi;
import dev.tally.cli.api.Target;
import dev.tally.local.CloudProject;
import dev.tally.local.CloudStatus;
import dev.tally.local.LocalCloud;
import dev.tally.local.Progress;

/**
 * The cloud that the tests run on, with the product deployed to it once for all of them: a local one that is brought up
 * and taken down here, a LocalStack in Docker, or the one that {@code AWS_ENDPOINT_URL} names, where environment
 * {@code test} must be deployed.
 * Tests share it, so each uses names of its own.
 */
final class Cloud {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final String ENVIRONMENT = "test";
    private static final Cloud ONLY = new Cloud();

    private final LocalCloud local;
    private final CloudStatus status;
    private final TallyApi api;
    private final Map<String, String> settings;

    private Cloud() {
        Path checkout = checkout();
        CloudProject project = CloudProject.tally(checkout, ENVIRONMENT);
        settings = new HashMap<>(System.getenv());
        if (LocalStack.isWanted()) {
            settings.putAll(LocalStack.start());
        }
        local = LocalCloud.named("it-" + Integer.toHexString(checkout.hashCode()), settings);
        status = LocalStack.isWanted()
                ? local.deploy(project, Progress.silent())
                : local.up(project, Progress.silent());
        Runtime.getRuntime().addShutdownHook(new Thread(local::down));
        settings.putAll(local.environment(ENVIRONMENT).orElseThrow().variables());
        settings.forEach((name, value) -> {
            if (name.equals("AWS_ACCESS_KEY_ID")) {
                System.setProperty("aws.accessKeyId", value);
            } else if (name.equals("AWS_SECRET_ACCESS_KEY")) {
                System.setProperty("aws.secretAccessKey", value);
            } else if (name.equals("AWS_REGION")) {
                System.setProperty("aws.region", value);
            }
        });
        api = new TallyApi(Target.of(URI.create(settings.get("TALLY_API_URL")), settings), InstantSource.system());
    }

    static Cloud get() {
        return ONLY;
    }

    /** The root of the sources that are tested. */
    static Path checkout() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("infra-cdk/cdk.json"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** An output of the deployed stacks. */
    String output(String name) {
        String value = status.outputs().get(name);
        if (value == null) {
            throw new IllegalStateException(
                    "The stacks have no output " + name + ", only " + status.outputs().keySet());
        }
        return value;
    }

    String landing() {
        return output("LandingBucket");
    }

    /** What a process needs in its environment to talk to it. */
    Map<String, String> settings() {
        return Map.copyOf(settings);
    }

    LocalCloud local() {
        return local;
    }

    JsonNode api(String path, Map<String, String> query) {
        try {
            return JSON.readTree(api.get(path, query).line());
        } catch (JsonProcessingException impossible) {
            throw new AssertionError("The API's client read it before", impossible);
        }
    }

    private URI endpoint() {
        return URI.create(settings.get("AWS_ENDPOINT_URL"));
    }

    S3Client s3() {
        return S3Client.builder().endpointOverride(endpoint()).forcePathStyle(true).build();
    }

    SqsClient sqs() {
        return SqsClient.builder().endpointOverride(endpoint()).build();
    }

    SfnClient sfn() {
        return SfnClient.builder().endpointOverride(endpoint()).build();
    }

    DynamoDbClient dynamo() {
        return DynamoDbClient.builder().endpointOverride(endpoint()).build();
    }

    LambdaClient lambda() {
        return LambdaClient.builder().endpointOverride(endpoint()).build();
    }

    EventBridgeClient events() {
        return EventBridgeClient.builder().endpointOverride(endpoint()).build();
    }
}
