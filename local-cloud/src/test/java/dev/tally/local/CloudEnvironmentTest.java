package dev.tally.local;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CloudEnvironmentTest {

    private static final URI ENDPOINT = URI.create("http://127.0.0.1:4711");

    @Test
    void everythingIsThereThatAnAwsClientAndTallyNeed() {
        var environment = CloudEnvironment.of("local", ENDPOINT, "dev",
                Optional.of(URI.create("http://127.0.0.1:4711/_aws/execute-api/ab12/$default")));

        assertThat(environment.exports().lines()).containsExactly(
                "export AWS_ACCESS_KEY_ID='test'",
                "export AWS_DEFAULT_REGION='us-east-1'",
                "export AWS_ENDPOINT_URL='http://127.0.0.1:4711'",
                "export AWS_ENDPOINT_URL_S3='http://127.0.0.1:4711'",
                "export AWS_REGION='us-east-1'",
                "export AWS_SECRET_ACCESS_KEY='test'",
                "export TALLY_API_URL='http://127.0.0.1:4711/_aws/execute-api/ab12/$default'",
                "export TALLY_ENVIRONMENT='dev'",
                "export TALLY_LOCAL_CLOUD='local'",
                "unset AWS_PROFILE",
                "unset AWS_SESSION_TOKEN",
                "export NO_PROXY=\"127.0.0.1,localhost${NO_PROXY:+,$NO_PROXY}\"",
                "export no_proxy=\"$NO_PROXY\"");
    }

    @Test
    void aShellReadsValuesAsTheyAre() throws IOException, InterruptedException {
        var value = "it's $HOME `x` \"y\" \\ é";
        var script = new CloudEnvironment(Map.of("SAMPLE", value), List.of("AWS_PROFILE")).exports()
                + "printf %s \"$SAMPLE|$NO_PROXY|${AWS_PROFILE-none}\"";

        var shell = new ProcessBuilder("sh", "-c", script);
        shell.environment().put("NO_PROXY", "example.org");
        shell.environment().put("AWS_PROFILE", "production");
        var process = shell.start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(value + "|127.0.0.1,localhost,example.org|none");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void theApisLocalAddressComesFromTheOneInAws() {
        assertThat(CloudOutputs.api(Map.of("ApiUrl", "https://ab12.execute-api.us-east-1.amazonaws.com/"), ENDPOINT))
                .contains(URI.create("http://127.0.0.1:4711/_aws/execute-api/ab12/$default"));
        assertThat(CloudOutputs.api(Map.of("ApiUrl", "https://ab12.execute-api.eu-west-1.amazonaws.com/"),
                URI.create("https://cloudformation.eu-west-1.amazonaws.com")))
                .contains(URI.create("https://ab12.execute-api.eu-west-1.amazonaws.com"));
        assertThat(CloudOutputs.api(Map.of(), ENDPOINT)).isEmpty();
    }

    @Test
    void anEndpointIsTheUsersOwnUnlessALocalCloudExportedIt() {
        assertThat(ExternalCloud.endpoint(Map.of("AWS_ENDPOINT_URL", "http://localhost:4566")))
                .contains(URI.create("http://localhost:4566"));
        assertThat(ExternalCloud.endpoint(CloudEnvironment.of("local", ENDPOINT, "dev", Optional.empty()).variables()))
                .isEmpty();
        assertThat(ExternalCloud.endpoint(Map.of())).isEmpty();
        assertThat(ExternalCloud.endpoint(Map.of("AWS_ENDPOINT_URL", ""))).isEmpty();
    }
}
