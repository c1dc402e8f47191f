package dev.tally.lambda.checker;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.aws.AwsClients;
import dev.tally.aws.CheckMessageJson;
import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.Checks;
import dev.tally.completeness.ManifestGoneException;
import dev.tally.completeness.Watch;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.lambda.EventLog;
import dev.tally.lambda.FunctionHandler;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Settings;
import dev.tally.lambda.SqsBatch;
import dev.tally.lambda.Tracker;

/** Registers manifests, advances chunks, and decides, as the check queue asks. */
public final class CheckerHandler extends FunctionHandler {
    private final Checks checks;
    private final Runnable priming;
    /** A manifest may have millions of members; of several in a batch, one at a time is in memory. */
    private final Semaphore registering = new Semaphore(1);

    public CheckerHandler() {
        this(System.getenv());
    }

    public CheckerHandler(Map<String, String> environment) {
        this(environment, Settings.read(environment, Tracker.SETTINGS));
        primeBeforeSnapshot();
    }

    private CheckerHandler(Map<String, String> environment, Settings settings) {
        this(settings, new Tracker(new AwsClients(environment), settings));
    }

    private CheckerHandler(Settings settings, Tracker tracker) {
        this(settings, tracker.checks(), tracker::prime);
    }

    CheckerHandler(Settings settings, Checks checks, Runnable priming) {
        super("checker", settings);
        this.checks = checks;
        this.priming = priming;
    }

    @Override
    protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        SqsBatch.handle(event, answer, invocation, this::check);
    }

    private void check(String body, Invocation invocation) throws InterruptedException {
        CheckMessage message = CheckMessageJson.read(body);
        EventLog log = describe(message, invocation.log());
        boolean alone = message instanceof CheckMessage.Register;
        if (alone) {
            registering.acquire();
        }
        try {
            checks.handle(message);
            log.info("Checked");
        } catch (ManifestGoneException gone) {
            log.with("reason", String.valueOf(gone.getMessage()))
                    .warn("A manifest is gone; its own event tells the rest");
        } finally {
            if (alone) {
                registering.release();
            }
        }
    }

    private static EventLog describe(CheckMessage message, EventLog log) {
        return switch (message) {
            case CheckMessage.Check check -> log.with("check", "chunk")
                    .with(check.watch().delivery())
                    .with("chunk", check.watch().chunk())
                    .with("file", check.file().map(FileRef::uri).orElse(""));
            case CheckMessage.Look look -> log.with("check", "lost events")
                    .with(look.watch().delivery())
                    .with("chunk", look.watch().chunk());
            case CheckMessage.Decide decide -> log.with("check", "all").with(decide.delivery());
            case CheckMessage.Register register ->
                log.with("check", "manifest").with("file", register.manifest().file().uri());
            case CheckMessage.Changed changed -> log.with("check", "changed file").with("file", changed.file().uri());
            case CheckMessage.Walk walk -> log.with("check", "watches").with("file", walk.file().uri());
        };
    }

    @Override
    protected void prime() {
        Watch watch = new Watch(DeliveryKey.parse("priming/priming@000000000000"), 0, 1);
        CheckMessageJson.read(CheckMessageJson.write(new CheckMessage.Check(watch, Optional.empty())));
        priming.run();
    }
}
