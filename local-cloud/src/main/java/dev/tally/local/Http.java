package dev.tally.local;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Small requests to the processes of a local cloud, past any proxy. */
final class Http {

    private Http() {}

    /** An answer, whatever its status. */
    record Answer(int status, String body) {

        boolean isGood() {
            return status / 100 == 2;
        }
    }

    /** The answer; nothing when there is none in time. */
    static Optional<Answer> get(URI address, Map<String, String> headers, Duration timeout) {
        try {
            var connection = (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout((int) timeout.toMillis());
            connection.setReadTimeout((int) timeout.toMillis());
            headers.forEach(connection::setRequestProperty);
            try {
                int status = connection.getResponseCode();
                try (var body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                    return Optional.of(new Answer(status,
                            body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8)));
                }
            } finally {
                connection.disconnect();
            }
        } catch (IOException none) {
            return Optional.empty();
        }
    }
}
