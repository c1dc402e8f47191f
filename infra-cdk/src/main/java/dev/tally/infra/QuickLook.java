package dev.tally.infra;

import java.nio.file.Path;
import java.util.List;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.Tracing;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.s3.assets.AssetOptions;
import software.constructs.Construct;

import dev.tally.dataset.Dataset;
import dev.tally.dataset.Job;

/**
 * The demo's job, where a dataset of the environment asks for it. It has the rights that any job needs, and is an example of
 * them: read the files, read the resolved manifest, write below the dataset's output prefix.
 */
final class QuickLook extends Construct {

    private static final String SHORT_NAME = "quicklook";
    private static final int MEMORY_MB = 512;
    private static final Duration TIMEOUT = Duration.minutes(5);

    private QuickLook(Construct scope, String id, Environment environment, DataStack data, List<Dataset> datasets,
            Path code) {
        super(scope, id);
        var role = Role.Builder.create(this, "Role")
                .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
                .description("The demo's job")
                .build();
        var logs = LogGroup.Builder.create(this, "Logs")
                .retention(environment.deployment().logRetention())
                .removalPolicy(environment.deployment().removal())
                .build();
        role.addToPolicy(Allow.that(List.of("logs:CreateLogStream", "logs:PutLogEvents"), logs.getLogGroupArn()));
        datasets.forEach(dataset -> allow(role, data, dataset));
        Function.Builder.create(this, "Function")
                .functionName(environment.resource(SHORT_NAME))
                .description("The demo's job: statistics and a picture of every image of a delivery")
                .runtime(Runtime.PYTHON_3_14)
                .architecture(Architecture.ARM_64)
                .code(Code.fromAsset(code.toString(),
                        AssetOptions.builder().exclude(List.of("__pycache__", "*.md", "test*")).build()))
                .handler("quicklook.handler")
                .role(role)
                .timeout(TIMEOUT)
                .memorySize(MEMORY_MB)
                .logGroup(logs)
                .tracing(Tracing.ACTIVE)
                .build();
        Compliance.exceptObjects(this);
        Compliance.exceptTracing(this);
    }

    static void createIfWanted(Construct scope, String id, Environment environment, DataStack data, Path code) {
        var datasets = environment.catalog()
                .datasets()
                .stream()
                .filter(dataset -> runsIt(dataset, environment))
                .toList();
        if (!datasets.isEmpty()) {
            new QuickLook(scope, id, environment, data, datasets, code);
        }
    }

    private static boolean runsIt(Dataset dataset, Environment environment) {
        return dataset.job() instanceof Job.Lambda job && job.function().equals(environment.resource(SHORT_NAME));
    }

    private static void allow(Role role, DataStack data, Dataset dataset) {
        dataset.prefixes()
                .forEach(prefix -> role.addToPolicy(Allow.that(List.of("s3:GetObject", "s3:GetObjectVersion"),
                        data.landing().arnForObjects(prefix + "*"))));
        role.addToPolicy(
                Allow.that(List.of("s3:GetObject"), data.work().arnForObjects("resolved/" + dataset.name() + "/*")));
        role.addToPolicy(Allow.that(List.of("s3:PutObject", "s3:AbortMultipartUpload"),
                data.work().arnForObjects("outputs/" + dataset.name() + "/*")));
    }
}
