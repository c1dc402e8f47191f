package dev.tally.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Synthesizes and deploys a project. What was synthesized is kept by the content of all that went into it. */
final class CdkApp {

    private static final String ACCOUNT = "000000000000";
    private static final int KEPT = 4;
    private static final String ASSEMBLY = "cdk.out";

    private final CdkTool cdk;
    private final CloudProject project;
    private final Path cache;
    private final Path folder;

    CdkApp(CdkTool cdk, CloudProject project, Path cacheRoot) {
        this.cdk = cdk;
        this.project = project;
        cache = cacheRoot.resolve("synth");
        var hash = new ContentHash().add(project.fingerprint());
        project.archiveDigests().forEach((archive, digest) -> hash.add(archive).add(digest));
        folder = cache.resolve(hash.hex().substring(0, 16));
    }

    boolean isSynthesized() {
        return CachedInstallation.exists(folder);
    }

    /** The cloud assembly's folder. */
    Path synthesize() {
        CachedInstallation.obtain(folder, target -> {
            var variables = new TreeMap<String, String>();
            // The app runs on the Java that runs this, whatever else is installed.
            variables.put("TALLY_JAVA_HOME", System.getProperty("java.home"));
            // Checking the templates by CloudFormation's schemas is for deployments to AWS: it takes most of the time.
            variables.put("CDK_VALIDATION", "false");
            variables.put("CDK_DEFAULT_ACCOUNT", ACCOUNT);
            variables.put("CDK_DEFAULT_REGION", CloudSettings.REGION);
            cdk.run("Synthesizing the stacks", project.directory(), variables, target.resolve("synth.log"),
                    List.of("synth", "--quiet", "--output", target.resolve(ASSEMBLY).toString(), "--context",
                            "environment=" + project.environment()));
        });
        prune();
        return folder.resolve(ASSEMBLY);
    }

    void bootstrap(Map<String, String> cloud, CloudFiles files) {
        cdk.run("Bootstrapping the cloud", files.folder(), cloud, files.cdkLog(),
                List.of("bootstrap", "aws://" + ACCOUNT + "/" + CloudSettings.REGION));
    }

    void deploy(Path assembly, Map<String, String> cloud, CloudFiles files) {
        cdk.run("Deploying the stacks", files.folder(), cloud, files.cdkLog(),
                List.of("deploy", "--app", assembly.toString(), "--all", "--require-approval", "never", "--method",
                        "direct", "--progress", "events", "--outputs-file",
                        files.outputs().toString()));
    }

    /** Keeps the assemblies used last. */
    private void prune() {
        try {
            Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
            try (var all = Files.list(cache)) {
                all.filter(CachedInstallation::exists)
                        .sorted(Comparator.comparing(CdkApp::lastUse).reversed())
                        .skip(KEPT)
                        .forEach(CachedInstallation::delete);
            }
        } catch (IOException problem) {
            throw new LocalCloudException("cannot tidy " + cache, problem);
        }
    }

    private static FileTime lastUse(Path folder) {
        try {
            return Files.getLastModifiedTime(folder);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }
}
