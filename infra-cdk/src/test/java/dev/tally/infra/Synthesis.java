package dev.tally.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import software.amazon.awscdk.App;
import software.amazon.awscdk.CloudFormationValidatePlugin;
import software.amazon.awscdk.Validations;
import software.amazon.awscdk.cxapi.CloudFormationStackArtifact;

/**
 * What the app makes of an environment's file. Each environment is synthesized once in a JVM, since that costs seconds.
 *
 * @param data the stack of what holds data
 * @param tracker the stack of all else
 * @param artifacts the stacks as the CDK command line sees them
 * @param findings errors and warnings, of cdk-nag and of CDK itself
 */
record Synthesis(Environment environment, Rendered data, Rendered tracker, List<CloudFormationStackArtifact> artifacts,
        List<String> findings) {

    static final JsonMapper JSON = new JsonMapper();

    /** Synthesized when first asked for. */
    private static final class Development {
        static final Synthesis DONE = synthesize(read("dev"), stacks -> {});
    }

    /** Synthesized when first asked for. */
    private static final class Production {
        static final Synthesis DONE = synthesize(read("prod"), stacks -> {});
    }

    static Synthesis of(String environment) {
        return switch (environment) {
            case "dev" -> Development.DONE;
            case "prod" -> Production.DONE;
            default -> throw new IllegalArgumentException(environment);
        };
    }

    @Override
    public String toString() {
        return environment.name();
    }

    static Stream<Synthesis> all() {
        return Stream.of("dev", "prod").map(Synthesis::of);
    }

    static Environment read(String name) {
        try {
            return EnvironmentReader.read(Path.of("environments", name + ".yaml"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Synthesizes an environment after a change to its stacks. Production's templates are also checked by the schemas of CloudFormation. */
    static Synthesis synthesize(Environment environment, Consumer<TallyApp.Stacks> change) {
        try {
            var app = App.Builder.create().context(context()).build();
            if (environment.name().equals("prod")) {
                Validations.of(app).addPlugins(new CloudFormationValidatePlugin());
            }
            var functions = Files.writeString(Files.createTempDirectory("functions").resolve("functions.jar"), "code");
            var stacks = TallyApp.build(app, environment, functions);
            Compliance.check(app);
            change.accept(stacks);
            var assembly = app.synth();
            return new Synthesis(environment, Rendered.of(assembly.getStackArtifact(stacks.data().getArtifactId())),
                    Rendered.of(assembly.getStackArtifact(stacks.tracker().getArtifactId())), assembly.getStacks(),
                    assembly.getStacks().stream().flatMap(Synthesis::findings).toList());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    @SuppressWarnings("deprecation") // There is no other type of message yet.
    private static Stream<String> findings(CloudFormationStackArtifact stack) {
        return stack.getMessages().stream().map(finding -> finding.getId() + ": " + finding.getEntry().getData());
    }

    private static Map<String, Object> context() throws IOException {
        return JSON.convertValue(JSON.readTree(Path.of("cdk.json").toFile()).path("context"), new TypeReference<>() {});
    }

    /** A stack's template, with references written as plain text so that it can be read and searched. */
    record Rendered(JsonNode template) {

        static Rendered of(CloudFormationStackArtifact artifact) {
            return new Rendered(References.plain(JSON.valueToTree(artifact.getTemplate())));
        }

        Stream<Resource> resources() {
            return template.path("Resources")
                    .propertyStream()
                    .map(entry -> new Resource(entry.getKey(), entry.getValue()));
        }

        Stream<Resource> resources(String type) {
            return resources().filter(resource -> resource.type().equals(type));
        }

        /** The only resource of the type whose id begins so. */
        Resource resource(String type, String beginning) {
            var found = resources(type).filter(resource -> resource.id().startsWith(beginning)).toList();
            if (found.size() != 1) {
                throw new AssertionError(found.size() + " resources of " + type + " begin with " + beginning);
            }
            return found.getFirst();
        }

        /** The resource that a reference stands for. */
        Resource at(JsonNode reference) {
            var id = References.target(reference.asText());
            return resources().filter(resource -> resource.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("nothing is called " + id));
        }
    }

    /** A resource of a template. */
    record Resource(String id, JsonNode json) {

        String type() {
            return json.path("Type").asText();
        }

        JsonNode property(String... path) {
            var node = json.path("Properties");
            for (var name : path) {
                node = node.path(name);
            }
            return node;
        }
    }
}
