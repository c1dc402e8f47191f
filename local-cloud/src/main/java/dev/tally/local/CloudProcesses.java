package dev.tally.local;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Starts emulator and function host, each in a session of its own so that it outlives the command, and waits until it answers. */
final class CloudProcesses {

    private static final String LAUNCHER = "tally_ministack.py";
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration PROBE_INTERVAL = Duration.ofMillis(20);
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(2);
    private static final int ATTEMPTS = 3;

    private final CloudFiles files;
    private final Path python;

    CloudProcesses(CloudFiles files, Path python) {
        this.files = files;
        this.python = python;
    }

    /** @param hostPort where the function host is, or will be */
    ManagedProcess startEmulator(int wishedPort, int hostPort, Consumer<ManagedProcess> started) {
        for (int attempt = 1;; attempt++) {
            int port = FreePort.preferring(attempt == 1 ? wishedPort : 0);
            var process = detached(List.of(python.toString(), launcher(), "serve"), emulatorVariables(port, hostPort),
                    files.emulatorLog());
            var emulator = ManagedProcess.of(process.toHandle(), port);
            started.accept(emulator);
            if (becomes(() -> emulatorAnswers(port, PROBE_LIMIT), process)) {
                return emulator;
            }
            end(process);
            // Another program may have taken the port in the meantime; anything else will not get better.
            if (attempt == ATTEMPTS || FreePort.isFree(port)) {
                throw new LocalCloudException("The emulator did not start. The end of %s:%n%s"
                        .formatted(files.emulatorLog(), Command.tail(files.emulatorLog())));
            }
        }
    }

    ManagedProcess startHost(Path classes, int port, URI endpoint, Consumer<ManagedProcess> started) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        // Room for the functions' largest work; a collector with few threads, and no optimising compiler,
        // which works longer than most functions do: the host shares the machine with the emulator and the user.
        var words = List.of(
                java, "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classes.toString(),
                "dev.tally.local.host.FunctionHost",
                String.valueOf(port), files.functionLog().toString());
        var process = detached(words, CloudSettings.of(endpoint), files.hostLog());
        var host = ManagedProcess.of(process.toHandle(), port);
        started.accept(host);
        if (!becomes(() -> hostAnswers(port, process.pid()), process)) {
            end(process);
            throw new LocalCloudException("The function host did not start on port %d. The end of %s:%n%s"
                    .formatted(port, files.hostLog(), Command.tail(files.hostLog())));
        }
        return host;
    }

    static boolean emulatorAnswers(int port, Duration limit) {
        return Http.get(URI.create("http://127.0.0.1:" + port + "/_ministack/health"), Map.of(), limit)
                .filter(answer -> answer.isGood() && answer.body().contains("\"services\""))
                .isPresent();
    }

    static boolean hostAnswers(int port, long pid) {
        return Http.get(URI.create("http://127.0.0.1:" + port + "/health"), Map.of(), PROBE_LIMIT)
                .filter(answer -> answer.body().equals(String.valueOf(pid)))
                .isPresent();
    }

    private Map<String, String> emulatorVariables(int port, int hostPort) {
        var variables = new TreeMap<>(CloudSettings.of(CloudSettings.endpoint(port)));
        variables.put("BIND_HOST", "127.0.0.1");
        variables.put("GATEWAY_PORT", String.valueOf(port));
        variables.put("MINISTACK_HOST", "localhost");
        variables.put("MINISTACK_REGION", CloudSettings.REGION);
        variables.put("TALLY_FUNCTION_HOST", "http://127.0.0.1:" + hostPort);
        variables.put("TALLY_CODE_DIRECTORY", files.code().toString());
        // Generous, for a local cloud runs one team's functions, not a region's.
        variables.put("LAMBDA_ACCOUNT_CONCURRENCY", "500");
        variables.put("SFTP_ENABLED", "0");
        variables.put("IOT_MTLS_ENABLED", "0");
        // All that the emulator would otherwise put into the machine's folder for temporary files.
        variables.put("TMPDIR", files.folder().toString());
        variables.put("STATE_DIR", files.folder().resolve("emulator").toString());
        variables.put("S3_DATA_DIR", files.folder().resolve("emulator/s3").toString());
        variables.put("PERSIST_STATE", "0");
        variables.put("S3_PERSIST", "0");
        return variables;
    }

    private Process detached(List<String> words, Map<String, String> variables, Path log) {
        var all = new ArrayList<>(List.of(python.toString(), launcher(), "detach"));
        all.addAll(words);
        return new Command(all, files.folder(), variables, log).start();
    }

    private String launcher() {
        return PinnedResource.writeTo(files.folder(), LAUNCHER).toString();
    }

    private static boolean becomes(BooleanSupplier ready, Process process) {
        var limit = Instant.now().plus(START_LIMIT);
        while (process.isAlive() && Instant.now().isBefore(limit)) {
            if (ready.getAsBoolean()) {
                return process.isAlive();
            }
            pause();
        }
        return false;
    }

    static void pause() {
        try {
            Thread.sleep(PROBE_INTERVAL);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LocalCloudException("interrupted while waiting for the local cloud", interrupted);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
