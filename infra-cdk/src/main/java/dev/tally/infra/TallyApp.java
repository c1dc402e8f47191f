package dev.tally.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import software.amazon.awscdk.App;
import software.amazon.awscdk.StackProps;

import dev.tally.dataset.CatalogWriter;

/**
 * The CDK app, run by the CDK command line in its own folder. The context value {@code environment} says which of the files in
 * {@code environments} it builds.
 */
public final class TallyApp {

    private static final Path FUNCTIONS = Path.of("../lambdas/target/tally-functions.jar");
    private static final Path QUICK_LOOK = Path.of("../demo/quicklook");

    private TallyApp() {}

    public static void main(String[] arguments) throws IOException {
        var app = new App();
        var name = String.valueOf(app.getNode().tryGetContext("environment"));
        try {
            build(app, EnvironmentReader.read(Path.of("environments", name + ".yaml")), FUNCTIONS);
            Compliance.check(app);
            app.synth();
        } catch (EnvironmentException refused) {
            System.err.println(refused.getMessage());
            System.exit(1);
        }
    }

    static Stacks build(App app, Environment environment, Path functions) throws IOException {
        var props = StackProps.builder()
                .terminationProtection(environment.deployment().keepData())
                .build();
        var data = new DataStack(app, "Tally-" + environment.name() + "-Data", props, environment.deployment());
        var catalog = Files.createTempFile("catalog", ".json");
        try {
            Files.writeString(catalog, CatalogWriter.write(environment.catalog()).toString());
            var tracker = new TrackerStack(app, "Tally-" + environment.name(), props, environment, data,
                    new TrackerStack.Artifacts(functions, QUICK_LOOK, catalog));
            return new Stacks(data, tracker);
        } finally {
            Files.delete(catalog);
        }
    }

    record Stacks(DataStack data, TrackerStack tracker) {}
}
