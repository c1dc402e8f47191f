package dev.tally.infra;

import java.util.List;
import java.util.Map;

import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.RecursiveLoop;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.lambda.Tracing;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * One function with a role and a log group of its own, called through the alias {@code live} that points to the newest published
 * version. The role may write to its own log group and nothing else; what the function needs beyond that is added with {@link #allow}.
 */
final class TallyFunction extends Construct {

    private final FunctionKind kind;
    private final Role role;
    private final Function function;
    private final Alias live;

    TallyFunction(Construct scope, FunctionKind kind, Environment environment, Code code) {
        super(scope, kind.constructId());
        this.kind = kind;
        this.role = Role.Builder.create(this, "Role")
                .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
                .description(kind.purpose())
                .build();
        var logs = LogGroup.Builder.create(this, "Logs")
                .retention(environment.deployment().logRetention())
                .removalPolicy(environment.deployment().removal())
                .build();
        role.addToPolicy(Allow.that(List.of("logs:CreateLogStream", "logs:PutLogEvents"), logs.getLogGroupArn()));
        this.function = Function.Builder.create(this, "Function")
                .functionName(environment.resource(kind.shortName()))
                .description(kind.purpose())
                .runtime(Runtime.JAVA_25)
                .architecture(Architecture.ARM_64)
                .code(code)
                .handler(kind.handler())
                .role(role)
                .timeout(kind.timeout())
                .memorySize(kind.memoryMb())
                .logGroup(logs)
                .tracing(Tracing.ACTIVE)
                .recursiveLoop(kind.goesOnByMessages() ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE)
                .snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS)
                .environment(Map.of("TALLY_ENVIRONMENT", environment.name()))
                .build();
        Annotations.of(function)
                .acknowledgeWarning("@aws-cdk/aws-lambda:snapStartRequirePublish", "the alias publishes versions");
        this.live = Alias.Builder.create(this, "Live")
                .aliasName("live")
                .version(function.getCurrentVersion())
                .build();
    }

    TallyFunction with(String setting, String value) {
        function.addEnvironment(setting, value);
        return this;
    }

    TallyFunction allow(PolicyStatement... statements) {
        for (var statement : statements) {
            role.addToPolicy(statement);
        }
        return this;
    }

    FunctionKind kind() {
        return kind;
    }

    Function function() {
        return function;
    }

    Alias live() {
        return live;
    }
}
