package dev.tally.cli.api;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Tally that a command talks to.
 *
 * @param api the API, without a slash at its end
 * @param region the AWS region that requests are signed for
 * @param settings where credentials and endpoints are found; the process environment, or a local cloud's
 */
public record Target(URI api, String region, Map<String, String> settings) {
    private static final Pattern HOST = Pattern.compile(".*\\.execute-api\\.([a-z0-9-]+)\\.amazonaws\\.com(\\.cn)?");
    private static final String DEFAULT_REGION = "us-east-1";

    public Target {
        settings = Map.copyOf(settings);
    }

    /** The region is that of the API's host, else the one of the settings. */
    public static Target of(URI api, Map<String, String> settings) {
        var host = HOST.matcher(Optional.ofNullable(api.getHost()).orElse(""));
        String region = host.matches()
                ? host.group(1)
                : region(settings);
        var text = api.toString();
        return new Target(text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : api, region,
                settings);
    }

    static String region(Map<String, String> settings) {
        return settings.getOrDefault("AWS_REGION", settings.getOrDefault("AWS_DEFAULT_REGION", DEFAULT_REGION));
    }

    /** The endpoint for a service, where it is not AWS's own. */
    static Optional<URI> endpoint(Map<String, String> settings, String service) {
        return Optional.ofNullable(settings.get("AWS_ENDPOINT_URL_" + service))
                .or(() -> Optional.ofNullable(settings.get("AWS_ENDPOINT_URL")))
                .filter(text -> !text.isBlank())
                .map(URI::create);
    }
}
