package dev.tally.infra;

import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

final class ApiTest {

    static Stream<Synthesis> environments() {
        return Synthesis.all();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void everyRouteWantsASignature(Synthesis synthesis) {
        assertThat(synthesis.tracker().resources("AWS::ApiGatewayV2::Route"))
                .isNotEmpty()
                .allMatch(route -> route.property("AuthorizationType").asText().equals("AWS_IAM"));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void theRoutesAreThoseOfTheApi(Synthesis synthesis) {
        assertThat(synthesis.tracker()
                .resources("AWS::ApiGatewayV2::Route")
                .map(route -> route.property("RouteKey").asText()))
                .containsExactlyInAnyOrder("GET /datasets", "GET /deliveries", "GET /delivery", "GET /why",
                        "GET /members", "GET /file", "$default", "POST /reprocess", "POST /withdraw");
    }

    /** So whoever may only read cannot be helped to more by a defect of what reads. */
    @ParameterizedTest
    @MethodSource("environments")
    void onlyPostReachesTheFunctionThatWrites(Synthesis synthesis) {
        assertThat(synthesis.tracker().resources("AWS::ApiGatewayV2::Route")).allSatisfy(route -> {
            var target = route.property("Target").asText();
            var integration = synthesis.tracker()
                    .at(TextNode.valueOf(target.substring(target.indexOf('/') + 1)));
            var function = Invoked.function(synthesis, integration.property("IntegrationUri"));
            assertThat(function.property("FunctionName").asText())
                    .endsWith(route.property("RouteKey").asText().startsWith("POST ") ? "-intervention" : "-api");
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void accessIsLoggedAsJsonAndLimited(Synthesis synthesis) throws Exception {
        var stage = synthesis.tracker().resource("AWS::ApiGatewayV2::Stage", "Api");
        assertThat(stage.property("StageName").asText()).isEqualTo("$default");
        assertThat(stage.property("AutoDeploy").booleanValue()).isTrue();
        var format = Synthesis.JSON.readTree(stage.property("AccessLogSettings", "Format").asText());
        assertThat(format.path("caller").asText()).isEqualTo("$context.identity.userArn");
        assertThat(format.path("status").asText()).isEqualTo("$context.status");
        assertThat(synthesis.tracker().at(stage.property("AccessLogSettings", "DestinationArn")).type())
                .isEqualTo("AWS::Logs::LogGroup");
        assertThat(stage.property("DefaultRouteSettings", "ThrottlingRateLimit").intValue()).isPositive();
    }
}
