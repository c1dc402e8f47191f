package dev.tally.benchmark.latency;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonParser;
import software.amazon.awssdk.services.sfn.SfnClient;

import dev.tally.aws.AwsClients;
import dev.tally.json.JsonObject;

/**
 * The function of the bare chain: starts an execution for each file of which S3 tells, and that is all. It reads and
 * calls by the same code as Tally's functions.
 */
public final class BareStarter implements RequestStreamHandler {
    static final String MACHINE = "MACHINE";

    private final SfnClient machines;
    private final String machine;

    public BareStarter() {
        this(System.getenv());
    }

    public BareStarter(Map<String, String> environment) {
        machines = new AwsClients(environment).stepFunctions();
        machine = Optional.ofNullable(environment.get(MACHINE)).orElseThrow();
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        try (JsonParser event = JsonObject.FACTORY.createParser(input)) {
            event.nextToken();
            for (JsonObject message : JsonObject.read(event).objects("Records")) {
                String key = JsonObject.parse(message.needText("body")).needText("detail", "object", "key");
                machines.startExecution(start -> start.stateMachineArn(machine).name(key).input("{}"));
            }
        }
        output.write("{\"batchItemFailures\":[]}".getBytes(StandardCharsets.UTF_8));
    }
}
