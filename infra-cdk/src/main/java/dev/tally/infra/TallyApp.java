package dev.tally.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import software.amazon.awscdk.App;
import software.amazon.awscdk.StackProps;

/** The CDK app. Run by the CDK command line; the context value {@code environment} chooses the environment. */
public final class TallyApp {

    private TallyApp() {}

    public static void main(String[] arguments) throws IOException {
        var app = new App();
        var home = Path.of("").toAbsolutePath();
        var name = String.valueOf(app.getNode().tryGetContext("environment"));
        var environment = new EnvironmentReader().read(home.resolve("environments").resolve(name + ".yaml"));
        var catalog = home.resolve("target").resolve("catalog-" + name + ".json");
        Files.writeString(catalog, environment.catalog().toString());
        build(app, environment,
                new TrackerStack.Artifacts(home.resolveSibling("lambdas/target/tally-functions.jar"), catalog));
        app.synth();
    }

    static void build(App app, Environment environment, TrackerStack.Artifacts artifacts) {
        var props = StackProps.builder()
                .terminationProtection(environment.deployment().keepData())
                .build();
        var data = new DataStack(app, "Tally-" + environment.name() + "-Data", props, environment.deployment());
        new TrackerStack(app, "Tally-" + environment.name(), props, environment, data, artifacts);
    }
}
