package dev.tally.lambda.outputs;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.aws.AwsClients;
import dev.tally.aws.S3ObjectReader;
import dev.tally.aws.S3ObjectWriter;
import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;
import dev.tally.lambda.Attempt;
import dev.tally.lambda.FunctionHandler;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;

/**
 * Lists what a job wrote, a task of the processing machine:
 *
 * <pre>
 * in:  { dataset, delivery, revision, attempt, outputPrefix: "s3://…/" }
 * out: { manifest: "s3://…", count, bytes }
 * </pre>
 *
 * The list lies beside the folder, {@code <attempt>.outputs.jsonl}; once more writes it anew.
 */
public final class OutputsHandler extends FunctionHandler {
    private final OutputLister lister;

    public OutputsHandler() {
        this(System.getenv());
    }

    public OutputsHandler(Map<String, String> environment) {
        this(Settings.read(environment, EnumSet.noneOf(Setting.class)), new AwsClients(environment));
        primeBeforeSnapshot();
    }

    private OutputsHandler(Settings settings, AwsClients clients) {
        super("outputs", settings);
        S3ObjectReader reader = new S3ObjectReader(clients.s3());
        this.lister = new OutputLister(reader, reader, new S3ObjectWriter(clients.s3()));
    }

    @Override
    protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        event.nextToken();
        JsonObject task = JsonObject.read(event);
        Attempt attempt = Attempt.read(task);
        FileRef folder = FileRef.parse(task.needText("outputPrefix"));
        FileRef list = beside(folder);
        OutputLister.Written written = lister.list(folder, list);
        invocation.log()
                .with(attempt.delivery(), attempt.number())
                .with("count", written.count())
                .with("bytes", written.bytes())
                .info("Listed what the job wrote");
        answer.writeStartObject();
        answer.writeStringField("manifest", list.uri());
        answer.writeNumberField("count", written.count());
        answer.writeNumberField("bytes", written.bytes());
        answer.writeEndObject();
    }

    private static FileRef beside(FileRef folder) {
        if (!folder.key().endsWith("/")) {
            throw new MalformedJsonException("outputPrefix is not a folder: " + folder);
        }
        return new FileRef(folder.bucket(), folder.key().substring(0, folder.key().length() - 1) + ".outputs.jsonl");
    }

    @Override
    protected void prime() {
        beside(FileRef.parse("s3://bucket/folder/"));
    }
}
