package dev.tally.infra;

import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.constructs.Construct;

/** The right to run exactly the jobs that the catalog names, and nothing more than each kind of job needs. */
final class JobPermissions {

    private final Stack stack;

    private JobPermissions(Stack stack) {
        this.stack = stack;
    }

    static List<PolicyStatement> of(Construct scope, Environment environment) {
        var permissions = new JobPermissions(Stack.of(scope));
        return environment.datasets()
                .stream()
                .map(dataset -> dataset.path("job"))
                .distinct()
                .flatMap(permissions::of)
                .toList();
    }

    private Stream<PolicyStatement> of(JsonNode job) {
        return switch (job.path("kind").asText()) {
            case "lambda" -> lambda(job.path("function").asText());
            case "stateMachine" -> stateMachine(job.path("stateMachine").asText());
            default -> Stream.of();
        };
    }

    private Stream<PolicyStatement> lambda(String function) {
        var arn = arn("lambda", "function", function);
        return Stream.of(Allow.that(List.of("lambda:InvokeFunction"), arn, arn + ":*"));
    }

    private Stream<PolicyStatement> stateMachine(String machine) {
        return Stream.of(
                Allow.that(List.of("states:StartExecution"), arn("states", "stateMachine", machine)),
                Allow.that(List.of("states:DescribeExecution", "states:StopExecution"),
                        arn("states", "execution", machine + ":*")),
                managedRule("StepFunctionsGetEventsForStepFunctionsExecutionRule"));
    }

    /** Step Functions learns of the end of a synchronous job by a rule which it manages itself, under a fixed name. */
    private PolicyStatement managedRule(String name) {
        return Allow.that(List.of("events:PutTargets", "events:PutRule", "events:DescribeRule"),
                stack.formatArn(ArnComponents.builder().service("events").resource("rule").resourceName(name).build()));
    }

    private String arn(String service, String resource, String name) {
        return stack.formatArn(ArnComponents.builder()
                .service(service)
                .resource(resource)
                .resourceName(name)
                .arnFormat(ArnFormat.COLON_RESOURCE_NAME)
                .build());
    }
}
