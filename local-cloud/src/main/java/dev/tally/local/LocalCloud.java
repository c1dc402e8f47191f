package dev.tally.local;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A whole cloud on this machine: an AWS emulator and a host for Java functions, both on 127.0.0.1, with the stacks of a project deployed to it. It lives from
 * {@link #up} to {@link #down}, whatever becomes of the commands in between; several of different names live side by side.
 *
 * <p>When {@code AWS_ENDPOINT_URL} points to another cloud, that one is used and nothing is started; only {@link #deploy} changes it.
 */
public final class LocalCloud {

    public static final String DEFAULT_NAME = "local";

    private final String name;
    private final Map<String, String> variables;
    private final CloudDirectories directories;
    private final CloudFiles files;

    private LocalCloud(String name, Map<String, String> variables) {
        if (!name.matches("[a-z0-9-]{1,40}")) {
            throw new IllegalArgumentException("not a name for a local cloud: " + name);
        }
        this.name = name;
        this.variables = Map.copyOf(variables);
        directories = CloudDirectories.of(variables);
        files = new CloudFiles(directories.state(), name);
    }

    /**
     * The local cloud of that name, whether it is up or not.
     *
     * @param variables the environment variables that say where state and cache are, and whether another cloud is to be used
     */
    public static LocalCloud named(String name, Map<String, String> variables) {
        return new LocalCloud(name, variables);
    }

    /** Brings the cloud to where it runs the project as it is now, with as little work as that needs. */
    public CloudStatus up(CloudProject project, Progress progress) {
        if (ExternalCloud.endpoint(variables).isPresent()) {
            return status(project.environment());
        }
        return Exclusively.run(files.lock(), () -> {
            new CloudBuilder(directories, files, progress).build(project);
            return status(project.environment());
        });
    }

    /**
     * Deploys to the cloud that the user chose, with the keys {@code test}, which emulators take.
     *
     * @throws LocalCloudException if none was chosen, or the deployment fails
     */
    public CloudStatus deploy(CloudProject project, Progress progress) {
        var endpoint = ExternalCloud.endpoint(variables)
                .orElseThrow(() -> new LocalCloudException(
                        "AWS_ENDPOINT_URL does not say which cloud to deploy to."));
        return Exclusively.run(files.lock(), () -> {
            new CloudBuilder(directories, files, progress).deploy(project, endpoint);
            return status(project.environment());
        });
    }

    /**
     * Ends the cloud and forgets its data.
     *
     * @return whether there was one
     */
    public boolean down() {
        return Exclusively.run(files.lock(), () -> {
            var state = CloudState.read(files.state());
            boolean there = state.runningEmulator().isPresent() || state.runningHost().isPresent();
            state.runningHost().ifPresent(ManagedProcess::end);
            state.runningEmulator().ifPresent(ManagedProcess::end);
            CachedInstallation.delete(files.folder());
            return there;
        });
    }

    /** How the cloud is; of one that the user chose, only what an environment's stacks tell. */
    public CloudStatus status(String environment) {
        var external = ExternalCloud.endpoint(variables);
        if (external.isPresent()) {
            var outputs = ExternalCloud.outputs(external.get(), environment, variables);
            return new CloudStatus("external", external, Optional.empty(), Optional.empty(), !outputs.isEmpty(),
                    outputs, files.folder());
        }
        return CloudStatus.of(files);
    }

    /** What a client needs to talk to the cloud; empty when it is down. */
    public Optional<CloudEnvironment> environment(String environment) {
        var status = status(environment);
        return status.endpoint().filter(endpoint -> status.deployed()).map(endpoint -> {
            var api = CloudOutputs.api(status.outputs(), endpoint);
            return ExternalCloud.endpoint(variables).isPresent()
                    ? CloudEnvironment.external(endpoint, environment, api)
                    : CloudEnvironment.of(name, endpoint, environment, api);
        });
    }

    /**
     * What the functions printed, one JSON object a line.
     *
     * @param function only of this function, by its full name or the last part of it
     * @param follow goes on with new lines until the thread is interrupted
     */
    public void logs(Optional<String> function, boolean follow, Consumer<String> lines) {
        Consumer<String> wanted = line -> {
            if (function.map(wish -> line.startsWith("{\"functionName\":\"" + wish + "\"")
                    || line.matches("\\{\"functionName\":\"[^\"]*-\\Q" + wish + "\\E\".*")).orElse(true)) {
                lines.accept(line);
            }
        };
        var tail = new LogTail(files.functionLog());
        if (follow) {
            tail.follow(wanted);
        } else {
            tail.read(wanted);
        }
    }

    /** Kills the function host as a crash would, with all invocations that are under way. Callers wait a moment for the next one before they fail. */
    public void killHost() {
        CloudState.read(files.state()).runningHost().ifPresent(ManagedProcess::end);
    }

    /** Starts the function host if it does not run, on the port where the emulator expects it. */
    public void startHost() {
        Exclusively.run(files.lock(), () -> new CloudBuilder(directories, files, Progress.silent()).startHost());
    }
}
