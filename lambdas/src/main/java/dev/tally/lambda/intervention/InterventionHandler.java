package dev.tally.lambda.intervention;

import java.io.IOException;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Map;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.aws.AwsClients;
import dev.tally.aws.DynamoDeliveries;
import dev.tally.aws.SqsCheckQueue;
import dev.tally.completeness.Deliveries;
import dev.tally.completeness.Interventions;
import dev.tally.completeness.Interventions.Answer;
import dev.tally.completeness.Outcomes.UnknownDeliveryException;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.lambda.HttpException;
import dev.tally.lambda.HttpHandler;
import dev.tally.lambda.HttpRequest;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.ObservedDeliveries;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;

/**
 * Takes what people do to deliveries:
 *
 * <pre>
 *   POST /reprocess  { id, revision, attempt }          the attempt after one that is over
 *   POST /withdraw   { id, revision, attempt, reason? } a delivery that waits
 *   → { id, revision, attempt, status, changed }
 * </pre>
 *
 * A request may be sent again: it touches no attempt but the one that it names. {@code changed} is false if what it asks
 * for had been done before. Where it cannot be done the answer is 409, with what to do instead.
 */
public final class InterventionHandler extends HttpHandler {
    private final Interventions interventions;
    private final Runnable priming;

    public InterventionHandler() {
        this(System.getenv());
    }

    public InterventionHandler(Map<String, String> environment) {
        this(Settings.read(environment, EnumSet.of(Setting.TABLE, Setting.CHECK_QUEUE_URL)),
                new AwsClients(environment));
        primeBeforeSnapshot();
    }

    private InterventionHandler(Settings settings, AwsClients clients) {
        this(settings, new DynamoDeliveries(clients, settings.table()),
                new SqsCheckQueue(clients, settings.checkQueue()));
    }

    private InterventionHandler(Settings settings, DynamoDeliveries deliveries, SqsCheckQueue queue) {
        this(settings, new Interventions(deliveries, new ObservedDeliveries(deliveries), queue, InstantSource.system()),
                () -> prime(deliveries, queue));
    }

    InterventionHandler(Settings settings, Interventions interventions, Runnable priming) {
        super("intervention", settings);
        this.interventions = interventions;
        this.priming = priming;
    }

    private static void prime(Deliveries deliveries, SqsCheckQueue queue) {
        deliveries.revisions(DeliveryKey.parse("priming/priming@000000000000").id());
        queue.prime();
    }

    @Override
    protected void prime() {
        priming.run();
    }

    @Override
    protected void answer(HttpRequest request, JsonGenerator body, Invocation invocation) throws IOException {
        Intervention wanted = Intervention.read(request);
        Answer.Done done = switch (attempt(wanted)) {
            case Answer.Done answer -> answer;
            case Answer.Refused refused -> throw Refusal.of(wanted, refused.delivery());
            case Answer.Outdated outdated -> throw Refusal.outdated(outdated);
        };
        Delivery delivery = done.delivery();
        invocation.log()
                .with(delivery.key(), delivery.attempt())
                .with("intervention", wanted.getClass().getSimpleName())
                .with("caller", request.caller().orElse("unknown"))
                .with("changed", done.changed())
                .info("Somebody intervened");
        body.writeStartObject();
        body.writeStringField("id", delivery.key().id().toString());
        body.writeStringField("revision", delivery.key().revision());
        body.writeNumberField("attempt", delivery.attempt());
        body.writeStringField("status", delivery.status().name());
        body.writeBooleanField("changed", done.changed());
        body.writeEndObject();
    }

    private Answer attempt(Intervention wanted) {
        try {
            return switch (wanted) {
                case Intervention.Reprocess reprocess -> interventions.reprocess(reprocess.delivery(),
                        reprocess.attempt());
                case Intervention.Withdraw withdraw -> interventions.withdraw(withdraw.delivery(), withdraw.attempt(),
                        withdraw.reason());
            };
        } catch (UnknownDeliveryException unknown) {
            throw HttpException.notFound("There is no delivery " + wanted.delivery()
                    + ": its manifest has not come, or not yet been read");
        }
    }
}
