package dev.tally.local;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;

import dev.tally.local.host.CodeReplacement;

/**
 * Brings a local cloud to where it runs a project, with as little work as that needs. Whoever uses it has the cloud's lock. What has been reached is written down at
 * once, so that a command which is killed anywhere in between leaves a state from which the next goes on.
 */
final class CloudBuilder {

    /** Long, for an emulator that is busy has data that is not to be lost. */
    private static final Duration EMULATOR_LIMIT = Duration.ofSeconds(30);

    private static final Duration API_LIMIT = Duration.ofSeconds(20);

    private final CloudDirectories directories;
    private final CloudFiles files;
    private final Phases phases;

    CloudBuilder(CloudDirectories directories, CloudFiles files, Progress progress) {
        this.directories = directories;
        this.files = files;
        phases = new Phases(progress);
    }

    void build(CloudProject project) {
        var state = CloudState.read(files.state());
        var fingerprint = project.fingerprint();
        var archives = project.archiveDigests();
        if (runs(state) && fingerprint.equals(state.deployed())
                && state.archives().keySet().equals(archives.keySet())) {
            refresh(startHost(state), archives);
            awaitApi(false);
        } else {
            deploy(project, fingerprint, archives, state);
        }
    }

    CloudState startHost() {
        return startHost(CloudState.read(files.state()));
    }

    private boolean runs(CloudState state) {
        return state.runningEmulator()
                .filter(emulator -> CloudProcesses.emulatorAnswers(emulator.port(), EMULATOR_LIMIT))
                .isPresent();
    }

    private void deploy(CloudProject project, String fingerprint, Map<String, String> archives, CloudState before) {
        var cdk = new CdkTool(directories.cache());
        var app = new CdkApp(cdk, project, directories.cache());
        try (var side = Executors.newVirtualThreadPerTaskExecutor()) {
            var tool = CompletableFuture.runAsync(() -> phases.run(Phase.INSTALL_CDK, !cdk.isInstalled(), cdk::install),
                    side);
            var assembly = tool
                    .thenApplyAsync(done -> phases.call(Phase.SYNTHESIZE, !app.isSynthesized(), app::synthesize), side);
            var state = startHost(startEmulator(before));
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
            awaitApi(true);
        }
    }

    /** Deploys to a cloud that somebody else runs. */
    void deploy(CloudProject project, URI endpoint) {
        var cdk = new CdkTool(directories.cache());
        var app = new CdkApp(cdk, project, directories.cache());
        var cloud = CloudSettings.of(endpoint);
        phases.run(Phase.INSTALL_CDK, !cdk.isInstalled(), cdk::install);
        var assembly = phases.call(Phase.SYNTHESIZE, !app.isSynthesized(), app::synthesize);
        phases.run(Phase.BOOTSTRAP, true, () -> app.bootstrap(cloud, files));
        phases.run(Phase.DEPLOY, true, () -> app.deploy(assembly, cloud, files));
    }

    private CloudState startEmulator(CloudState state) {
        if (runs(state)) {
            return state;
        }
        // One that does not answer any more is of no use, and keeps its port.
        state.runningEmulator().ifPresent(ManagedProcess::end);
        state.runningHost().ifPresent(ManagedProcess::end);
        CachedInstallation.delete(files.folder());
        var processes = processes();
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

    private CloudState startHost(CloudState state) {
        var classes = new HostClasses();
        if (state.runningHost().isPresent() && classes.hash().equals(state.hostCode())) {
            return state;
        }
        var processes = processes();
        return phases.call(Phase.START_HOST, true, () -> {
            state.runningHost().ifPresent(ManagedProcess::end);
            int emulatorPort = state.runningEmulator()
                    .orElseThrow(() -> new LocalCloudException("The local cloud " + files.name() + " is down."))
                    .port();
            var host = processes.startHost(classes.in(directories.cache()), Ports.read(files.ports()).host(),
                    CloudSettings.endpoint(emulatorPort), started -> remember(state.withHost(started, classes.hash())));
            return state.withHost(host, classes.hash());
        });
    }

    private CloudProcesses processes() {
        var python = PythonEnvironment.ofEmulator(directories.cache());
        return new CloudProcesses(files,
                phases.call(Phase.INSTALL_EMULATOR, !python.isInstalled(), python::interpreter));
    }

    private void refresh(CloudState state, Map<String, String> archives) {
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

    private void awaitApi(boolean told) {
        var status = CloudStatus.of(files);
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
}
