package dev.tally.lambda.outcome;

import java.io.IOException;
import java.util.Map;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.aws.AwsClients;
import dev.tally.aws.DynamoDeliveries;
import dev.tally.aws.S3ObjectReader;
import dev.tally.aws.WorkFiles;
import dev.tally.json.JsonObject;
import dev.tally.lambda.EventLog;
import dev.tally.lambda.FunctionHandler;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Settings;
import dev.tally.lambda.Tracker;
import dev.tally.lambda.outcome.OutcomeTaker.Answer;

/**
 * Takes in what became of a run, as {@link ToldReader} describes it, a task of both machines and the target of their
 * status events:
 *
 * <pre>
 * out: { status, applied, reason? }
 * </pre>
 */
public final class OutcomeHandler extends FunctionHandler {
    private final OutcomeTaker taker;
    private final Runnable priming;

    public OutcomeHandler() {
        this(System.getenv());
    }

    public OutcomeHandler(Map<String, String> environment) {
        this(new AwsClients(environment), Settings.read(environment, Tracker.SETTINGS));
        primeBeforeSnapshot();
    }

    private OutcomeHandler(AwsClients clients, Settings settings) {
        this(clients, settings, new Tracker(clients, settings));
    }

    private OutcomeHandler(AwsClients clients, Settings settings, Tracker tracker) {
        this(settings, new OutcomeTaker(new DynamoDeliveries(clients, settings.table()), tracker.outcomes(),
                new Reports(new S3ObjectReader(clients.s3())), new WorkFiles(settings.workBucket())), tracker::prime);
    }

    OutcomeHandler(Settings settings, OutcomeTaker taker, Runnable priming) {
        super("outcome", settings);
        this.taker = taker;
        this.priming = priming;
    }

    @Override
    protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        event.nextToken();
        Told told = ToldReader.read(JsonObject.read(event));
        EventLog log = invocation.log()
                .with(told.attempt().delivery(), told.attempt().number())
                .with("told", told.getClass().getSimpleName());
        Answer taken = taker.take(told);
        switch (taken) {
            case Answer.Applied applied -> log.with("status", applied.delivery().status().name())
                    .info(
                            "An outcome was taken in");
            case Answer.Stale stale -> log.with("reason", stale.reason()).info("An outcome changed nothing");
            case Answer.Missed missed -> {
                log.with("reason", missed.reason()).warn("An outcome is missing");
                invocation.metrics().count("OutcomesMissing", 1);
            }
        }
        write(answer, taken);
    }

    private static void write(JsonGenerator answer, Answer taken) throws IOException {
        answer.writeStartObject();
        answer.writeStringField("status", taken.delivery().status().name());
        switch (taken) {
            case Answer.Applied _ -> answer.writeBooleanField("applied", true);
            case Answer.Stale stale -> {
                answer.writeBooleanField("applied", false);
                answer.writeStringField("reason", stale.reason());
            }
            case Answer.Missed missed -> {
                answer.writeBooleanField("applied", false);
                answer.writeStringField("reason", missed.reason());
            }
        }
        answer.writeEndObject();
    }

    @Override
    protected void prime() {
        ToldReader.read(JsonObject
                .parse("""
                        {"outcome": "failed", "dataset": "priming", "delivery": "priming", "revision": "000000000000", "attempt": 1,
                         "stage": "job", "error": "Priming", "cause": "{}"}"""));
        priming.run();
    }
}
