package dev.tally.local;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;

/** The outputs of the deployed stacks, all together. */
final class CloudOutputs {

    private static final String API = "ApiUrl";

    private CloudOutputs() {}

    /** From the file that the CDK command line writes: stack to output to value. Read token by token, since every command that finds a local cloud does. */
    static Map<String, String> read(Path file) {
        var outputs = new TreeMap<String, String>();
        if (Files.exists(file)) {
            try (var json = new JsonFactory().createParser(file.toFile())) {
                while (json.nextToken() != null) {
                    if (json.currentToken() == JsonToken.VALUE_STRING) {
                        outputs.put(json.currentName(), json.getText());
                    }
                }
            } catch (IOException problem) {
                throw new LocalCloudException("cannot read " + file, problem);
            }
        }
        return outputs;
    }

    /**
     * The API's address, without a slash at the end. The output holds the one it has in AWS; an emulator answers at a path of its own endpoint too, where no name of
     * a host needs to be resolved.
     */
    static Optional<URI> api(Map<String, String> outputs, URI endpoint) {
        return Optional.ofNullable(outputs.get(API)).map(url -> {
            if (endpoint.getHost().endsWith(".amazonaws.com")) {
                return URI.create(url.replaceFirst("/+$", ""));
            }
            var host = URI.create(url).getHost();
            return endpoint.resolve("/_aws/execute-api/" + host.substring(0, host.indexOf('.')) + "/$default");
        });
    }
}
