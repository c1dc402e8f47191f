package dev.tally.lambda.publisher;

import java.util.Optional;

import dev.tally.aws.DeliveryImages;
import dev.tally.aws.WorkFiles;
import dev.tally.delivery.Delivery;
import dev.tally.event.StatusEvent;
import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

/**
 * A record of the table's stream: a delivery before and after a write.
 *
 * @param sequenceNumber its place in the stream
 * @param event nothing if the write was no transition: a chunk was finished, or the item was deleted
 */
record StreamRecord(String sequenceNumber, Optional<StatusEvent> event) {
    /** @throws MalformedJsonException if it is not a record of a stream */
    static String sequenceNumber(JsonObject record) {
        String number = record.needText("dynamodb", "SequenceNumber");
        if (number.isBlank()) {
            throw new MalformedJsonException("A record has no sequence number, so it could not be reported as failed");
        }
        return number;
    }

    /** @throws RuntimeException if its images are not those of a delivery */
    static StreamRecord read(JsonObject record, String environment) {
        Optional<Delivery> before = record.object("dynamodb", "OldImage").map(DeliveryImages::read);
        Optional<Delivery> after = record.object("dynamodb", "NewImage").map(DeliveryImages::read);
        int transitions = before.map(delivery -> delivery.life().transitions()).orElse(0);
        return new StreamRecord(sequenceNumber(record),
                after.filter(delivery -> delivery.life().transitions() > transitions)
                        .map(delivery -> new StatusEvent(environment, delivery, before.map(Delivery::life),
                                outputFolder(delivery))));
    }

    private static Optional<FileRef> outputFolder(Delivery delivery) {
        return delivery.life()
                .outputs()
                .map(outputs -> new WorkFiles(outputs.manifest().bucket()).outputs(delivery.key(), delivery.attempt()));
    }
}
