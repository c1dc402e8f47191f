package dev.tally.infra;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Effect;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.constructs.Construct;

import dev.tally.dataset.Dataset;
import dev.tally.dataset.Job;

/**
 * The right to run exactly the jobs that the catalog names, and of each kind of job what Step Functions needs to start it, to wait for
 * its end and to stop it.
 *
 * @see <a href="https://docs.aws.amazon.com/step-functions/latest/dg/service-integration-iam-templates.html">Step Functions' own
 *      templates of policies</a>
 */
final class JobPermissions {

    private final Stack stack;

    private JobPermissions(Stack stack) {
        this.stack = stack;
    }

    static List<PolicyStatement> of(Construct scope, Environment environment) {
        var permissions = new JobPermissions(Stack.of(scope));
        return environment.catalog()
                .datasets()
                .stream()
                .map(Dataset::job)
                .distinct()
                .flatMap(permissions::of)
                .toList();
    }

    private Stream<PolicyStatement> of(Job job) {
        return switch (job) {
            case Job.Lambda lambda -> function(lambda);
            case Job.StateMachine machine -> stateMachine(machine);
            case Job.Batch batch -> batch(batch);
            case Job.Ecs ecs -> task(ecs);
            case Job.None _ -> Stream.of();
        };
    }

    private Stream<PolicyStatement> function(Job.Lambda job) {
        return Stream.of(Allow.that(List.of("lambda:InvokeFunction"), arn("lambda", "function", ":", job.function())));
    }

    private Stream<PolicyStatement> stateMachine(Job.StateMachine job) {
        var machine = arn("states", "stateMachine", ":", job.stateMachine());
        var executions = arn("states", "execution", ":", lastPart(job.stateMachine(), ":") + ":*");
        return Stream.of(
                Allow.that(List.of("states:StartExecution"), machine),
                Allow.that(List.of("states:DescribeExecution", "states:StopExecution"), executions),
                managedRule("StepFunctionsGetEventsForStepFunctionsExecutionRule"));
    }

    private Stream<PolicyStatement> batch(Job.Batch job) {
        return Stream.of(
                Allow.that(List.of("batch:SubmitJob"),
                        Stream.concat(Stream.of(arn("batch", "job-queue", "/", job.jobQueue())),
                                revisions(arn("batch", "job-definition", "/", job.jobDefinition())))
                                .toArray(String[]::new)),
                Allow.that(List.of("batch:TerminateJob"), arn("batch", "job", "/", "*")),
                Allow.that(List.of("batch:DescribeJobs"), "*"),
                managedRule("StepFunctionsGetEventsForBatchJobsRule"));
    }

    private Stream<PolicyStatement> task(Job.Ecs job) {
        var cluster = arn("ecs", "cluster", "/", job.cluster());
        var tasks = arn("ecs", "task", "/", lastPart(job.cluster(), "/") + "/*");
        var run = Stream.of(
                conditional(List.of("ecs:RunTask"),
                        revisions(arn("ecs", "task-definition", "/", job.taskDefinition())).toList(),
                        Map.of("ArnEquals", Map.of("ecs:cluster", cluster))),
                Allow.that(List.of("ecs:StopTask", "ecs:DescribeTasks"), tasks),
                managedRule("StepFunctionsGetEventsForECSTaskRule"));
        return job.roles().isEmpty()
                ? run
                : Stream.concat(run, Stream.of(conditional(List.of("iam:PassRole"),
                        job.roles().stream().map(this::role).toList(),
                        Map.of("StringEquals", Map.of("iam:PassedToService", "ecs-tasks.amazonaws.com")))));
    }

    /** Whoever names no revision means the newest, whichever that will be. */
    private static Stream<String> revisions(String definition) {
        var name = lastPart(definition, "/");
        return name.contains(":") ? Stream.of(definition) : Stream.of(definition, definition + ":*");
    }

    /** Step Functions learns of the end of a job by a rule which it manages itself, under a fixed name. */
    private PolicyStatement managedRule(String name) {
        return Allow.that(List.of("events:PutTargets", "events:PutRule", "events:DescribeRule"),
                arn("events", "rule", "/", name));
    }

    private String arn(String service, String resource, String separator, String nameOrArn) {
        if (nameOrArn.startsWith("arn:")) {
            return nameOrArn;
        }
        return stack.formatArn(ArnComponents.builder()
                .service(service)
                .resource(resource)
                .resourceName(nameOrArn)
                .arnFormat(separator.equals(":") ? ArnFormat.COLON_RESOURCE_NAME : ArnFormat.SLASH_RESOURCE_NAME)
                .build());
    }

    private String role(String nameOrArn) {
        return nameOrArn.startsWith("arn:")
                ? nameOrArn
                : stack.formatArn(ArnComponents.builder()
                        .service("iam")
                        .region("")
                        .resource("role")
                        .resourceName(nameOrArn)
                        .build());
    }

    private static String lastPart(String nameOrArn, String separator) {
        return nameOrArn.substring(nameOrArn.lastIndexOf(separator) + 1);
    }

    private static PolicyStatement conditional(List<String> actions, List<String> resources,
            Map<String, Object> conditions) {
        return PolicyStatement.Builder.create()
                .effect(Effect.ALLOW)
                .actions(actions)
                .resources(resources)
                .conditions(conditions)
                .build();
    }
}
