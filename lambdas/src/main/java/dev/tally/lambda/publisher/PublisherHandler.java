package dev.tally.lambda.publisher;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;

import dev.tally.aws.AwsClients;
import dev.tally.aws.EventBridgePublisher;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.event.StatusEvent;
import dev.tally.json.JsonObject;
import dev.tally.lambda.FunctionHandler;
import dev.tally.lambda.Invocation;
import dev.tally.lambda.Metrics;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;

/**
 * Puts each change of a delivery's status on the bus, as the table's stream tells it. What the bus did not take comes
 * again, with all that is behind it in the stream: events go out at least once, each with the same id every time.
 */
public final class PublisherHandler extends FunctionHandler {
    private final String environment;
    private final Function<List<StatusEvent>, Set<StatusEvent>> bus;
    private final Runnable priming;

    public PublisherHandler() {
        this(System.getenv());
    }

    public PublisherHandler(Map<String, String> environment) {
        this(environment, Settings.read(environment, Set.of(Setting.BUS_NAME)));
        primeBeforeSnapshot();
    }

    private PublisherHandler(Map<String, String> environment, Settings settings) {
        this(settings, new EventBridgePublisher(new AwsClients(environment), settings.busName()));
    }

    private PublisherHandler(Settings settings, EventBridgePublisher publisher) {
        this(settings, publisher::publish, publisher::prime);
    }

    /** @param bus takes events, and answers with those that it did not take */
    PublisherHandler(Settings settings, Function<List<StatusEvent>, Set<StatusEvent>> bus, Runnable priming) {
        super("publisher", settings);
        this.environment = settings.environment();
        this.bus = bus;
        this.priming = priming;
    }

    @Override
    protected void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException {
        event.nextToken();
        List<StreamRecord> records = new ArrayList<>();
        Optional<String> failed = Optional.empty();
        for (JsonObject record : JsonObject.read(event).objects("Records")) {
            String sequenceNumber = StreamRecord.sequenceNumber(record);
            try {
                records.add(StreamRecord.read(record, environment));
            } catch (RuntimeException unreadable) {
                invocation.log().with("sequenceNumber", sequenceNumber).error("A record cannot be read", unreadable);
                failed = Optional.of(sequenceNumber);
                break;
            }
        }
        Set<StatusEvent> refused = bus.apply(records.stream().flatMap(record -> record.event().stream()).toList());
        for (StreamRecord record : records) {
            if (record.event().filter(refused::contains).isPresent()) {
                failed = Optional.of(record.sequenceNumber());
                break;
            }
            record.event().ifPresent(published -> note(published, invocation));
        }
        invocation.metrics().count("StatusEventsFailed", refused.size());
        writeFailure(answer, failed);
    }

    private static void note(StatusEvent event, Invocation invocation) {
        Delivery delivery = event.delivery();
        String dataset = delivery.key().id().dataset();
        Metrics metrics = invocation.metrics();
        metrics.count("StatusEventsPublished", 1);
        if (event.kind() == StatusEvent.Kind.STATUS) {
            metrics.count("DeliveriesChanged", 1);
            metrics.count("DeliveriesChanged", 1, "status", delivery.status().title());
        }
        if (event.kind() == StatusEvent.Kind.STATUS && delivery.status() == DeliveryStatus.COMPLETE
                && delivery.attempt() == 1) {
            Duration time = Duration.between(delivery.registeredAt(), delivery.life().changedAt());
            metrics.time("TimeToComplete", time);
            metrics.time("TimeToComplete", time, "dataset", dataset);
        }
        invocation.log()
                .with(delivery.key(), delivery.attempt())
                .with("status", delivery.status().name())
                .with("event", event.id())
                .info("Published: " + event.detailType());
    }

    /** From this place on the stream is to be read again; none = it is all done. */
    private static void writeFailure(JsonGenerator answer, Optional<String> sequenceNumber) throws IOException {
        answer.writeStartObject();
        answer.writeArrayFieldStart("batchItemFailures");
        if (sequenceNumber.isPresent()) {
            answer.writeStartObject();
            answer.writeStringField("itemIdentifier", sequenceNumber.get());
            answer.writeEndObject();
        }
        answer.writeEndArray();
        answer.writeEndObject();
    }

    @Override
    protected void prime() {
        StreamRecord
                .read(JsonObject
                        .parse("""
                                {"dynamodb": {"SequenceNumber": "1", "NewImage": {
                                  "pk": {"S": "D#priming/priming"}, "sk": {"S": "R#000000000000"}, "rev": {"N": "1"}, "attempt": {"N": "1"},
                                  "status": {"S": "WAITING"}, "changed": {"N": "0"}, "registered": {"N": "0"}, "history": {"S": "W1.0"},
                                  "manifest": {"S": "priming/priming"}, "etag": {"S": "0"}, "seq": {"S": "0"}, "size": {"N": "0"},
                                  "sent": {"N": "0"}, "members": {"N": "1"}, "required": {"N": "1"}, "chunks": {"N": "1"},
                                  "parameters": {"S": "{}"}, "archives": {"BOOL": false}}}}"""),
                        environment)
                .event()
                .ifPresent(StatusEvent::detail);
        priming.run();
    }
}
