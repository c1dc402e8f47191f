package dev.tally.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The CDK command line, pinned by a lock file with hashes and installed below the user's cache. */
final class CdkTool {

    private static final String PACKAGE = "package.json";
    private static final String LOCK = "package-lock.json";

    private final Path folder;

    CdkTool(Path cache) {
        folder = cache.resolve("cdk")
                .resolve(new ContentHash().add(PinnedResource.bytes(PACKAGE))
                        .add(PinnedResource.bytes(LOCK))
                        .hex()
                        .substring(0, 16));
    }

    boolean isInstalled() {
        return CachedInstallation.exists(folder);
    }

    void install() {
        CachedInstallation.obtain(folder, target -> {
            PinnedResource.writeTo(target, PACKAGE);
            PinnedResource.writeTo(target, LOCK);
            new Command(List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"), target, Map.of(),
                    target.resolve("install.log"))
                    .run("Installing the CDK command line (needs Node.js 20 or newer with npm)");
        });
    }

    /** Runs one of its commands, with nothing asked and nothing sent to anyone but the cloud. */
    void run(String purpose, Path directory, Map<String, String> environment, Path log, List<String> arguments) {
        var words = new ArrayList<>(List.of("node", folder.resolve("node_modules/aws-cdk/bin/cdk").toString()));
        words.addAll(arguments);
        words.addAll(List.of("--no-notices", "--no-version-reporting", "--no-color"));
        var variables = new java.util.TreeMap<>(environment);
        variables.put("CDK_DISABLE_CLI_TELEMETRY", "true");
        variables.put("JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION", "1");
        variables.put("CI", "true");
        new Command(words, directory, variables, log).run(purpose);
    }
}
