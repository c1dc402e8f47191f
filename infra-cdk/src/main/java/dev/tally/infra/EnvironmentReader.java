package dev.tally.infra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import software.amazon.awscdk.services.logs.RetentionDays;

final class EnvironmentReader {

    private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());

    Environment read(Path file) throws IOException {
        var root = (ObjectNode) yaml.readTree(file.toFile());
        var deployment = root.remove("deployment");
        List<String> emails = new ArrayList<>();
        deployment.path("alarmEmails").forEach(email -> emails.add(email.asText()));
        return new Environment(root.path("environment").asText(),
                new Deployment(deployment.path("keepData").asBoolean(),
                        RetentionDays.valueOf(deployment.path("logRetention").asText()),
                        deployment.path("oldVersionDays").asInt(),
                        emails),
                root);
    }
}
