package dev.tally.infra;

import java.util.List;

import software.amazon.awscdk.aws_apigatewayv2_authorizers.HttpIamAuthorizer;
import software.amazon.awscdk.aws_apigatewayv2_integrations.HttpLambdaIntegration;
import software.amazon.awscdk.services.apigateway.AccessLogField;
import software.amazon.awscdk.services.apigateway.AccessLogFormat;
import software.amazon.awscdk.services.apigatewayv2.AddRoutesOptions;
import software.amazon.awscdk.services.apigatewayv2.HttpApi;
import software.amazon.awscdk.services.apigatewayv2.HttpMethod;
import software.amazon.awscdk.services.apigatewayv2.HttpStage;
import software.amazon.awscdk.services.apigatewayv2.IAccessLogDestination;
import software.amazon.awscdk.services.apigatewayv2.IAccessLogSettings;
import software.amazon.awscdk.services.apigatewayv2.LogGroupLogDestination;
import software.amazon.awscdk.services.apigatewayv2.ThrottleSettings;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * The API: every route wants a signature of IAM, so access is given by policies on {@code execute-api:Invoke}, which may tell
 * those who read (GET) from those who intervene (POST).
 */
final class Api extends Construct {

    private static final List<String> READ = List.of("/datasets", "/deliveries", "/delivery", "/why", "/members",
            "/file");
    private static final List<String> INTERVENE = List.of("/reprocess", "/withdraw");
    private static final int REQUESTS_PER_SECOND = 50;
    private static final int BURST = 100;

    private final HttpApi api;

    Api(Construct scope, String id, Environment environment, TallyFunction reads, TallyFunction interventions) {
        super(scope, id);
        var reading = new HttpLambdaIntegration("Integration", reads.live());
        this.api = HttpApi.Builder.create(this, "Http")
                .apiName(environment.resource("api"))
                .description("Deliveries, their members, what is missing of them, and what people do to them")
                .createDefaultStage(false)
                .defaultAuthorizer(new HttpIamAuthorizer())
                // What is no route is answered by the function too, in the form of all its errors.
                .defaultIntegration(reading)
                .build();
        route(HttpMethod.GET, READ, reading);
        route(HttpMethod.POST, INTERVENE, new HttpLambdaIntegration("Interventions", interventions.live()));
        HttpStage.Builder.create(this, "Stage")
                .httpApi(api)
                .stageName("$default")
                .autoDeploy(true)
                .detailedMetricsEnabled(true)
                .throttle(ThrottleSettings.builder().rateLimit(REQUESTS_PER_SECOND).burstLimit(BURST).build())
                .accessLogSettings(accessLogs(environment))
                .build();
    }

    private void route(HttpMethod method, List<String> paths, HttpLambdaIntegration integration) {
        paths.forEach(path -> api.addRoutes(AddRoutesOptions.builder()
                .path(path)
                .methods(List.of(method))
                .integration(integration)
                .build()));
    }

    String url() {
        return api.getApiEndpoint();
    }

    HttpApi api() {
        return api;
    }

    private IAccessLogSettings accessLogs(Environment environment) {
        var destination = new LogGroupLogDestination(LogGroup.Builder.create(this, "AccessLogs")
                .retention(environment.deployment().logRetention())
                .removalPolicy(environment.deployment().removal())
                .build());
        var format = AccessLogFormat
                .custom("""
                        {"requestId":"%s","at":"%s","route":"$context.routeKey","status":"%s","caller":"$context.identity.userArn",\
                        "error":"$context.error.message","integrationError":"$context.integrationErrorMessage","latency":"%s"}"""
                        .formatted(
                                AccessLogField.contextRequestId(), AccessLogField.contextRequestTime(),
                                AccessLogField.contextStatus(),
                                AccessLogField.contextResponseLatency()));
        return new IAccessLogSettings() {
            @Override
            public IAccessLogDestination getDestination() {
                return destination;
            }

            @Override
            public AccessLogFormat getFormat() {
                return format;
            }
        };
    }
}
