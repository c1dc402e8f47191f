package dev.tally.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A CDK app to deploy to a local cloud.
 *
 * @param directory the app's folder, with its {@code cdk.json}
 * @param environment handed to the app as context {@code environment}
 * @param inputs files and folders that decide what the app makes, without the archives
 * @param archives code archives which the app deploys as they are; a change of these alone is put in place without a new deployment
 */
public record CloudProject(Path directory, String environment, List<Path> inputs, List<Path> archives) {

    public CloudProject {
        if (!environment.matches("[a-z0-9-]{1,20}")) {
            throw new IllegalArgumentException("not the name of an environment: " + environment);
        }
        inputs = List.copyOf(inputs);
        archives = List.copyOf(archives);
    }

    /** Tally itself, as built in the given checkout. */
    public static CloudProject tally(Path checkout, String environment) {
        var root = checkout.toAbsolutePath().normalize();
        var app = root.resolve("infra-cdk");
        var functions = root.resolve("lambdas/target/tally-functions.jar");
        var classpath = app.resolve("target/classpath");
        if (Files.notExists(functions) || Files.notExists(classpath)) {
            throw new LocalCloudException(
                    "Tally is not built in " + root + ": run mvn -q -pl infra-cdk,lambdas -am package -DskipTests");
        }
        var own = entries(classpath).stream().filter(entry -> entry.startsWith(root)).toList();
        var inputs = new java.util.ArrayList<>(List.of(app.resolve("cdk.json"), app.resolve("synth"),
                app.resolve("environments"), app.resolve("target/classes"), classpath, root.resolve("demo/quicklook")));
        inputs.addAll(own);
        return new CloudProject(app, environment, inputs, List.of(functions));
    }

    /** The content of all but the archives, as a hash. */
    String fingerprint() {
        return new ContentHash().add(environment).addAll(inputs).hex();
    }

    /** Each archive with the digest of its content. */
    Map<String, String> archiveDigests() {
        var digests = new TreeMap<String, String>();
        archives.forEach(archive -> digests.put(archive.toString(), ContentHash.ofFile(archive)));
        return digests;
    }

    private static List<Path> entries(Path classpath) {
        try {
            return Arrays.stream(Files.readString(classpath).strip().split(File.pathSeparator, -1))
                    .map(Path::of)
                    .filter(Files::exists)
                    .toList();
        } catch (IOException problem) {
            throw new LocalCloudException("cannot read " + classpath, problem);
        }
    }
}
