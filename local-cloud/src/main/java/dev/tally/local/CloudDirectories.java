package dev.tally.local;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where local clouds keep what must outlast a command, by the XDG base directory specification.
 *
 * @param state running clouds, a folder each
 * @param cache what can be made again: the emulator, the CDK command line, synthesized stacks
 */
public record CloudDirectories(Path state, Path cache) {

    /** The user's own directories. */
    public static CloudDirectories of(Map<String, String> environment) {
        return new CloudDirectories(
                base(environment, "XDG_STATE_HOME", ".local/state").resolve("tally"),
                base(environment, "XDG_CACHE_HOME", ".cache").resolve("tally"));
    }

    private static Path base(Map<String, String> environment, String variable, String fallback) {
        var value = environment.getOrDefault(variable, "");
        // The specification has relative paths ignored.
        return value.startsWith("/")
                ? Path.of(value)
                : Path.of(environment.getOrDefault("HOME", System.getProperty("user.home"))).resolve(fallback);
    }
}
