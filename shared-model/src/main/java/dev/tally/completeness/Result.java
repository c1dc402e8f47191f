package dev.tally.completeness;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Life;
import dev.tally.delivery.Outputs;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;

/** What a delivery's run left, as a file that another delivery can wait for. */
final class Result {
    private Result() {}

    /** Whether it has one now. */
    static boolean isThere(Delivery delivery) {
        return delivery.status() == DeliveryStatus.PROCESSED || delivery.status() == DeliveryStatus.ARCHIVED;
    }

    /** A file that came when the delivery was processed; a later one has a later sequencer. */
    static FileEvent.Created of(Delivery delivery) {
        DeliveryId id = delivery.key().id();
        Instant at = delivery.life()
                .history()
                .stream()
                .filter(p -> p.status() == DeliveryStatus.PROCESSED)
                .reduce((first, second) -> second)
                .map(Life.Passage::at)
                .orElse(delivery.life().changedAt());
        return new FileEvent.Created(FileRef.ofDelivery(id.dataset(), id.name()),
                new Sequencer(HexFormat.of().toHexDigits(at.toEpochMilli())), at,
                delivery.life().outputs().map(Outputs::bytes).orElse(0L),
                delivery.key().revision() + '.' + delivery.attempt(), Optional.empty());
    }
}
