package dev.tally.cli;

import java.net.URI;
import java.util.HashMap;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import dev.tally.cli.api.TallyApi;
import dev.tally.cli.api.Target;
import dev.tally.local.LocalCloud;

/** Which Tally a command talks to. */
final class ApiOptions {
    private static final String LOCAL_ENVIRONMENT = "dev";

    @Option(names = "--api", paramLabel = "URL", description = {
        "The address of Tally's API, the output ApiUrl of its stack.",
        "Default: TALLY_API_URL, else the local cloud if one is running."})
    @Nullable
    private URI api;

    TallyApi connect(Shell shell) {
        return new TallyApi(target(shell), shell.clock());
    }

    Target target(Shell shell) {
        return Optional.ofNullable(api)
                .or(() -> fromEnvironment(shell))
                .map(given -> Target.of(checked(given), shell.environment()))
                .or(() -> runningLocally(shell))
                .orElseThrow(() -> Trouble.usage("Which Tally? No address is given, and no local cloud is running.",
                        "Give --api URL, or set TALLY_API_URL, or start a local cloud: tally local up"));
    }

    private static Optional<URI> fromEnvironment(Shell shell) {
        return Optional.of(shell.environment().getOrDefault("TALLY_API_URL", "").strip())
                .filter(text -> !text.isEmpty())
                .map(text -> {
                    try {
                        return URI.create(text);
                    } catch (IllegalArgumentException e) {
                        throw Trouble.usage("TALLY_API_URL is no URL: " + text, "");
                    }
                });
    }

    private static URI checked(URI api) {
        if (api.getHost() == null || !("https".equals(api.getScheme()) || "http".equals(api.getScheme()))) {
            throw Trouble.usage("The address of the API is an http or https URL, not " + api,
                    "It is the output ApiUrl of the stack.");
        }
        return api;
    }

    /** A local cloud brings its own credentials; those of the user never go to it, and its own go nowhere else. */
    static Optional<Target> runningLocally(Shell shell) {
        return LocalCloud.named(LocalCloud.DEFAULT_NAME, shell.environment())
                .environment(LOCAL_ENVIRONMENT)
                .flatMap(cloud -> {
                    var settings = new HashMap<>(shell.environment());
                    cloud.unset().forEach(settings::remove);
                    settings.putAll(cloud.variables());
                    return Optional.ofNullable(settings.get("TALLY_API_URL"))
                            .map(url -> Target.of(URI.create(url), settings));
                });
    }
}
