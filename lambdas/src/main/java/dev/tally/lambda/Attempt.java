package dev.tally.lambda;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.DeliveryKey;
import dev.tally.json.JsonObject;

/**
 * The attempt of a delivery that a task of a state machine is about.
 *
 * @param number 1 or more
 */
public record Attempt(DeliveryKey delivery, int number) {
    /** Reads the fields {@code dataset}, {@code delivery}, {@code revision} and {@code attempt}. */
    public static Attempt read(JsonObject task) {
        DeliveryId id = new DeliveryId(task.needText("dataset"), task.needText("delivery"));
        return new Attempt(new DeliveryKey(id, task.needText("revision")), (int) task.needNumber("attempt"));
    }
}
