package dev.tally.local;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.tally.local.host.CodeReplacement;

/**
 * A whole cloud on this machine: an AWS emulator and a host for Java functions, both on 127.0.0.1, with the stacks of a project deployed to it. It lives from
 * {@link #up} to {@link #down}, whatever becomes of the commands in between; several of different names live side by side.
 *
 * <p>When {@code AWS_ENDPOINT_URL} points to another cloud, that one is used and nothing is started or changed.
 */
public final class LocalCloud {

    public static final String DEFAULT_NAME = "local";

    /** Long, for an emulator that is busy has data that is not to be lost. */
    private static final Duration EMULATOR_LIMIT = Duration.ofSeconds(30);

    private static final Duration API_LIMIT = Duration.ofSeconds(20);

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
            var phases = new Phases(progress);
            var state = CloudState.read(files.state());
            var fingerprint = project.fingerprint();
            var archives = project.archiveDigests();
            if (runs(state) && fingerprint.equals(state.deployed())
                    && state.archives().keySet().equals(archives.keySet())) {
                refresh(startHost(state, phases), archives, phases);
                awaitApi(phases, false);
            } else {
                deploy(project, fingerprint, archives, state, phases);
            }
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
        return ownStatus();
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
        Exclusively.run(files.lock(), () -> startHost(CloudState.read(files.state()), new Phases(Progress.silent())));
    }

    private CloudStatus ownStatus() {
        var state = CloudState.read(files.state());
        return new CloudStatus(
                name, state.runningEmulator().map(emulator -> CloudSettings.endpoint(emulator.port())),
                state.runningEmulator().map(CloudStatus.Part::of),
                state.runningHost().map(CloudStatus.Part::of),
                state.deployed() != null && state.runningEmulator().isPresent(), CloudOutputs.read(files.outputs()),
                files.folder());
    }

    private boolean runs(CloudState state) {
        return state.runningEmulator()
                .filter(emulator -> CloudProcesses.emulatorAnswers(emulator.port(), EMULATOR_LIMIT))
                .isPresent();
    }

    private void deploy(CloudProject project, String fingerprint, Map<String, String> archives, CloudState before,
            Phases phases) {
        var cdk = new CdkTool(directories.cache());
        var app = new CdkApp(cdk, project, directories.cache());
        try (var side = Executors.newVirtualThreadPerTaskExecutor()) {
            var tool = CompletableFuture.runAsync(() -> phases.run(Phase.INSTALL_CDK, !cdk.isInstalled(), cdk::install),
                    side);
            var assembly = tool
                    .thenApplyAsync(done -> phases.call(Phase.SYNTHESIZE, !app.isSynthesized(), app::synthesize), side);
            var state = startHost(startEmulator(before, phases), phases);
            var cloud = CloudSettings.of(CloudSettings.endpoint(state.runningEmulator().orElseThrow().port()));
            join(tool);
            if (!state.bootstrapped()) {
                phases.run(Phase.BOOTSTRAP, true, () -> app.bootstrap(cloud, files));
                state = remember(state.withBootstrap());
            }
            state = remember(state.withDeployed(null, Map.of()));
            var synthesized = join(assembly);
            phases.run(Phase.DEPLOY, true, () -> app.deploy(synthesized, cloud, files));
            forgetReplacements();
            remember(state.withDeployed(fingerprint, archives));
            awaitApi(phases, true);
        }
    }

    private CloudState startEmulator(CloudState state, Phases phases) {
        if (runs(state)) {
            return state;
        }
        // One that does not answer any more is of no use, and keeps its port.
        state.runningEmulator().ifPresent(ManagedProcess::end);
        state.runningHost().ifPresent(ManagedProcess::end);
        CachedInstallation.delete(files.folder());
        var processes = processes(phases);
        return phases.call(Phase.START_EMULATOR, true, () -> {
            var ports = Ports.read(files.ports());
            int hostPort = FreePort.preferring(ports.host());
            // Remembered before it is ready, so that one whose command is killed in that moment is not forgotten.
            var emulator = processes.startEmulator(ports.emulator(), hostPort, started -> {
                new Ports(started.port(), hostPort).write(files.ports());
                remember(CloudState.NOTHING.withEmulator(started));
            });
            return CloudState.NOTHING.withEmulator(emulator);
        });
    }

    private CloudState startHost(CloudState state, Phases phases) {
        var classes = new HostClasses();
        if (state.runningHost().isPresent() && classes.hash().equals(state.hostCode())) {
            return state;
        }
        var processes = processes(phases);
        return phases.call(Phase.START_HOST, true, () -> {
            state.runningHost().ifPresent(ManagedProcess::end);
            int emulatorPort = state.runningEmulator()
                    .orElseThrow(() -> new LocalCloudException("The local cloud " + name + " is down."))
                    .port();
            var host = processes.startHost(classes.in(directories.cache()), Ports.read(files.ports()).host(),
                    CloudSettings.endpoint(emulatorPort), started -> remember(state.withHost(started, classes.hash())));
            return state.withHost(host, classes.hash());
        });
    }

    private CloudProcesses processes(Phases phases) {
        var python = PythonEnvironment.in(directories.cache());
        return new CloudProcesses(files,
                phases.call(Phase.INSTALL_EMULATOR, !python.isInstalled(), python::interpreter));
    }

    private void refresh(CloudState state, Map<String, String> archives, Phases phases) {
        var current = state.running();
        phases.run(Phase.REFRESH_CODE, !archives.equals(current),
                () -> state.archives().forEach((archive, deployed) -> replace(archive, deployed, archives)));
        if (!archives.equals(current)) {
            remember(state.withRunning(archives));
        }
    }

    private void replace(String archive, String deployed, Map<String, String> archives) {
        try {
            CodeReplacement.put(files.code(), deployed, Path.of(archive), archives.getOrDefault(archive, deployed));
        } catch (IOException problem) {
            throw new LocalCloudException("cannot put " + archive + " in place", problem);
        }
    }

    private void forgetReplacements() {
        if (Files.exists(files.code())) {
            try {
                CodeReplacement.forgetAll(files.code());
            } catch (IOException problem) {
                throw new LocalCloudException("cannot tidy " + files.code(), problem);
            }
        }
    }

    private void awaitApi(Phases phases, boolean told) {
        var status = ownStatus();
        var api = status.endpoint().flatMap(endpoint -> CloudOutputs.api(status.outputs(), endpoint));
        api.ifPresent(address -> phases.run(Phase.VERIFY, told, () -> {
            var limit = Instant.now().plus(API_LIMIT);
            var question = URI.create(address + "/datasets");
            // The emulator asks for a signature, and does not check it.
            var signature = Map.of("Authorization", "AWS4-HMAC-SHA256 Credential=test");
            for (var answer = Http.get(question, signature, API_LIMIT); answer.filter(Http.Answer::isGood)
                    .isEmpty(); answer = Http.get(question, signature, API_LIMIT)) {
                if (Instant.now().isAfter(limit)) {
                    throw new LocalCloudException("The API does not work; %s answers %s. The end of %s:%n%s".formatted(
                            question, answer.map(Record::toString).orElse("nothing"), files.functionLog(),
                            Command.tail(files.functionLog())));
                }
                CloudProcesses.pause();
            }
        }));
    }

    private CloudState remember(CloudState state) {
        state.write(files.state());
        return state;
    }

    private static <T> T join(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof LocalCloudException known
                    ? known
                    : new LocalCloudException("bringing the local cloud up failed", failed);
        }
    }

    /** Tells about a step only when there is something to do, and always does it. */
    private record Phases(Progress progress) {

        void run(Phase phase, boolean told, Runnable work) {
            call(phase, told, () -> {
                work.run();
                return List.of();
            });
        }

        <T> T call(Phase phase, boolean told, Supplier<T> work) {
            if (!told) {
                return work.get();
            }
            var start = Instant.now();
            progress.started(phase);
            var result = work.get();
            progress.finished(phase, Duration.between(start, Instant.now()));
            return result;
        }
    }
}
