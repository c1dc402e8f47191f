package dev.tally.aws;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.dataset.Job;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;

/** The input of an execution that processes an attempt. */
final class JobInput {
    private JobInput() {}

    /**
     * Made of the stored delivery and its dataset's job alone, so that it is the same however often it is made.
     *
     * @param processingArn tells region and account, where a job is named without them
     */
    static String of(Delivery delivery, Job job, FileRef outputs, String processingArn) {
        ResolvedManifest resolved = delivery.life()
                .resolved()
                .orElseThrow(() -> new IllegalStateException(delivery.key() + " is not complete"));
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("dataset", delivery.key().id().dataset());
            json.writeStringField("delivery", delivery.key().id().name());
            json.writeStringField("revision", delivery.key().revision());
            json.writeNumberField("attempt", delivery.attempt());
            json.writeStringField("resolvedManifest", resolved.file().uri());
            json.writeStringField("outputPrefix", outputs.uri());
            json.writeFieldName("parameters");
            JsonObject.parse(delivery.contents().parameters()).write(json);
            json.writeObjectFieldStart("job");
            write(json, job, processingArn);
            json.writeEndObject();
            writeRanges(json, resolved.offsets());
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Job job, String processingArn) throws IOException {
        json.writeStringField("kind", job.kind());
        switch (job) {
            case Job.Lambda lambda -> {
                json.writeStringField("function", lambda.function());
                writeTimeout(json, lambda.timeout());
            }
            case Job.StateMachine machine -> {
                json.writeStringField("stateMachine", arn(machine.stateMachine(), processingArn));
                writeTimeout(json, machine.timeout());
            }
            case Job.Batch batch -> {
                json.writeStringField("jobQueue", batch.jobQueue());
                json.writeStringField("jobDefinition", batch.jobDefinition());
                writeTimeout(json, batch.timeout());
            }
            case Job.Ecs ecs -> {
                json.writeStringField("cluster", ecs.cluster());
                json.writeStringField("taskDefinition", ecs.taskDefinition());
                json.writeStringField("container", ecs.container());
                writeTexts(json, "subnets", ecs.subnets());
                writeTexts(json, "securityGroups", ecs.securityGroups());
                json.writeStringField("assignPublicIp", ecs.assignPublicIp() ? "ENABLED" : "DISABLED");
                writeTimeout(json, ecs.timeout());
            }
            case Job.None _ -> {
                // nothing to say
            }
        }
    }

    private static void writeTimeout(JsonGenerator json, Duration timeout) throws IOException {
        json.writeNumberField("timeoutSeconds", timeout.toSeconds());
    }

    private static void writeTexts(JsonGenerator json, String field, List<String> texts) throws IOException {
        json.writeArrayFieldStart(field);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private static void writeRanges(JsonGenerator json, List<Long> offsets) throws IOException {
        json.writeArrayFieldStart("ranges");
        for (int i = 0; i + 1 < offsets.size(); i++) {
            json.writeStartObject();
            json.writeNumberField("index", i);
            json.writeNumberField("from", offsets.get(i));
            json.writeNumberField("to", offsets.get(i + 1));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The ARN of a state machine that may be given by its name. */
    private static String arn(String machine, String processingArn) {
        return machine.startsWith("arn:")
                ? machine
                : processingArn.substring(0, processingArn.lastIndexOf(':') + 1) + machine;
    }
}
