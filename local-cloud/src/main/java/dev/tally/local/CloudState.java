package dev.tally.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a local cloud between two commands: its processes, and what was deployed to them.
 *
 * @param hostCode hash of the classes that the host runs
 * @param bootstrapped whether the emulator has been made ready for the CDK
 * @param deployed content hash of the deployed project without its archives; absent while nothing, or something half, is deployed
 * @param archives the archives as deployed: file to SHA-256
 * @param running the archives as they run now, since newer ones were put in their place
 */
record CloudState(
        @Nullable ManagedProcess emulator, @Nullable ManagedProcess host, @Nullable String hostCode,
        boolean bootstrapped, @Nullable String deployed,
        Map<String, String> archives, Map<String, String> running) {

    static final CloudState NOTHING = new CloudState(null, null, null, false, null, Map.of(), Map.of());

    private static final String ARCHIVE = "archive.";
    private static final String RUNNING = "running.";

    CloudState {
        archives = Map.copyOf(archives);
        running = Map.copyOf(running);
    }

    /** The emulator keeps all in memory, so a new one has nothing deployed. */
    CloudState withEmulator(ManagedProcess started) {
        return new CloudState(started, host, hostCode, false, null, Map.of(), Map.of());
    }

    CloudState withHost(ManagedProcess started, String code) {
        return new CloudState(emulator, started, code, bootstrapped, deployed, archives, running);
    }

    CloudState withBootstrap() {
        return new CloudState(emulator, host, hostCode, true, deployed, archives, running);
    }

    CloudState withDeployed(@Nullable String hash, Map<String, String> deployedArchives) {
        return new CloudState(emulator, host, hostCode, bootstrapped, hash, deployedArchives, deployedArchives);
    }

    CloudState withRunning(Map<String, String> newer) {
        return new CloudState(emulator, host, hostCode, bootstrapped, deployed, archives, newer);
    }

    Optional<ManagedProcess> runningEmulator() {
        return Optional.ofNullable(emulator).filter(ManagedProcess::isAlive);
    }

    Optional<ManagedProcess> runningHost() {
        return Optional.ofNullable(host).filter(ManagedProcess::isAlive);
    }

    static CloudState read(Path file) {
        var properties = new Properties();
        try {
            if (Files.exists(file)) {
                try (var in = Files.newBufferedReader(file)) {
                    properties.load(in);
                }
            }
        } catch (IOException problem) {
            throw new LocalCloudException("cannot read " + file, problem);
        }
        return new CloudState(
                process(properties, "emulator"), process(properties, "host"), properties.getProperty("host.code"),
                Boolean.parseBoolean(properties.getProperty("bootstrapped")),
                properties.getProperty("deployed"), withPrefix(properties, ARCHIVE), withPrefix(properties, RUNNING));
    }

    void write(Path file) {
        var properties = new Properties();
        put(properties, "emulator", emulator);
        put(properties, "host", host);
        if (hostCode != null) {
            properties.setProperty("host.code", hostCode);
        }
        if (deployed != null) {
            properties.setProperty("deployed", deployed);
        }
        properties.setProperty("bootstrapped", String.valueOf(bootstrapped));
        archives.forEach((path, digest) -> properties.setProperty(ARCHIVE + path, digest));
        running.forEach((path, digest) -> properties.setProperty(RUNNING + path, digest));
        try {
            Files.createDirectories(file.getParent());
            var partial = Files.createTempFile(file.getParent(), "state", ".tmp");
            try (var out = Files.newBufferedWriter(partial)) {
                properties.store(out, null);
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException problem) {
            throw new LocalCloudException("cannot write " + file, problem);
        }
    }

    private static Map<String, String> withPrefix(Properties properties, String prefix) {
        var values = new TreeMap<String, String>();
        for (var name : properties.stringPropertyNames()) {
            if (name.startsWith(prefix)) {
                values.put(name.substring(prefix.length()), properties.getProperty(name));
            }
        }
        return values;
    }

    private static void put(Properties properties, String name, @Nullable ManagedProcess process) {
        if (process != null) {
            properties.setProperty(name + ".pid", String.valueOf(process.pid()));
            properties.setProperty(name + ".started", process.startedAt().toString());
            properties.setProperty(name + ".port", String.valueOf(process.port()));
        }
    }

    private static @Nullable ManagedProcess process(Properties properties, String name) {
        try {
            return new ManagedProcess(
                    Long.parseLong(properties.getProperty(name + ".pid", "")),
                    Instant.parse(properties.getProperty(name + ".started", "")),
                    Integer.parseInt(properties.getProperty(name + ".port", "")));
        } catch (NumberFormatException | DateTimeParseException absentOrDamaged) {
            return null;
        }
    }
}
