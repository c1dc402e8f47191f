package dev.tally.local;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a shell or a program needs to talk to a local cloud.
 *
 * @param variables environment variables to set
 * @param unset those to take away, because they would win over the ones set
 */
public record CloudEnvironment(Map<String, String> variables, List<String> unset) {

    /** Tells apart an endpoint that came from here from one that the user chose. */
    static final String NAME_VARIABLE = "TALLY_LOCAL_CLOUD";

    /** What would win over the variables above. */
    private static final List<String> RIVALS = List.of("AWS_PROFILE", "AWS_SESSION_TOKEN");

    public CloudEnvironment {
        variables = java.util.Collections.unmodifiableMap(new TreeMap<>(variables));
        unset = List.copyOf(unset);
    }

    static CloudEnvironment of(String name, URI endpoint, String environment, Optional<URI> api) {
        var variables = new TreeMap<>(CloudSettings.of(endpoint));
        variables.put(NAME_VARIABLE, name);
        variables.put("TALLY_ENVIRONMENT", environment);
        api.ifPresent(url -> variables.put("TALLY_API_URL", url.toString()));
        return new CloudEnvironment(variables, RIVALS);
    }

    /** Of a cloud that the user chose: how to reach it is known already. */
    static CloudEnvironment external(URI endpoint, String environment, Optional<URI> api) {
        var variables = new TreeMap<>(
                Map.of("AWS_ENDPOINT_URL", endpoint.toString(), "TALLY_ENVIRONMENT", environment));
        api.ifPresent(url -> variables.put("TALLY_API_URL", url.toString()));
        return new CloudEnvironment(variables, List.of());
    }

    /** Lines for {@code eval} in any POSIX shell. */
    public String exports() {
        var lines = new StringBuilder();
        variables.forEach(
                (name, value) -> lines.append("export ").append(name).append('=').append(quoted(value)).append('\n'));
        unset.forEach(name -> lines.append("unset ").append(name).append('\n'));
        // A proxy for the world outside must not be asked for what is here.
        lines.append("export NO_PROXY=\"127.0.0.1,localhost${NO_PROXY:+,$NO_PROXY}\"\n");
        lines.append("export no_proxy=\"$NO_PROXY\"\n");
        return lines.toString();
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }
}
