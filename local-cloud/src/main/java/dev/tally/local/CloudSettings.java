package dev.tally.local;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

/** How any AWS client reaches a local cloud. */
final class CloudSettings {

    static final String REGION = "us-east-1";

    private CloudSettings() {}

    static URI endpoint(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    static Map<String, String> of(URI endpoint) {
        return new TreeMap<>(Map.of(
                "AWS_ENDPOINT_URL", endpoint.toString(),
                "AWS_ENDPOINT_URL_S3", endpoint.toString(),
                "AWS_REGION", REGION,
                "AWS_DEFAULT_REGION", REGION,
                "AWS_ACCESS_KEY_ID", "test",
                "AWS_SECRET_ACCESS_KEY", "test"));
    }
}
