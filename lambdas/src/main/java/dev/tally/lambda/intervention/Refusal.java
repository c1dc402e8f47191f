package dev.tally.lambda.intervention;

import dev.tally.completeness.Interventions.Answer;
import dev.tally.delivery.Delivery;
import dev.tally.lambda.HttpException;

/** Why something cannot be done to a delivery as it is, and what can. */
final class Refusal {
    private Refusal() {}

    static HttpException outdated(Answer.Outdated answer) {
        return HttpException.conflict(answer.delivery().key() + " was replaced by revision "
                + answer.newest().key().revision() + ", which is " + answer.newest().status()
                + ": reprocess that one, or send this one's manifest again");
    }

    static HttpException of(Intervention wanted, Delivery delivery) {
        return HttpException.conflict(switch (wanted) {
            case Intervention.Reprocess reprocess -> reprocess.attempt() > delivery.attempt()
                    ? attempts(delivery, reprocess.attempt())
                    : delivery.key() + notReprocessed(delivery);
            case Intervention.Withdraw withdraw -> withdraw.attempt() == delivery.attempt()
                    ? delivery.key() + notWithdrawn(delivery)
                    : attempts(delivery, withdraw.attempt());
        });
    }

    private static String attempts(Delivery delivery, int wanted) {
        return delivery.key() + " is " + delivery.status() + " in attempt " + delivery.attempt() + ", not in attempt "
                + wanted + ": look at it again, and name the attempt that you mean";
    }

    private static String notReprocessed(Delivery delivery) {
        return switch (delivery.status()) {
            case WAITING -> " waits for its files, and starts by itself when the last one is there: ask why it waits";
            case COMPLETE, PROCESSING -> " is being processed in attempt " + delivery.attempt()
                    + ": wait for its end, or stop its execution" + execution(delivery) + ", and then reprocess it";
            case SUPERSEDED -> " was superseded: reprocess the newer revision, or send this one's manifest again";
            case WITHDRAWN -> " was withdrawn: send its manifest again, which announces it anew";
            case REJECTED -> " was rejected: send a manifest without the faults that it has";
            case PROCESSED, ARCHIVED, FAILED -> " changed meanwhile: look at it again";
        };
    }

    private static String notWithdrawn(Delivery delivery) {
        return switch (delivery.status()) {
            case COMPLETE, PROCESSING ->
                " is being processed, which cannot be taken back: to end it, stop its execution"
                        + execution(delivery);
            case PROCESSED, ARCHIVED -> " is processed already, which cannot be taken back";
            case FAILED -> " has failed, and does not wait for anything: nothing starts it unless it is reprocessed";
            case SUPERSEDED -> " was superseded, and does not wait for anything: withdraw the newer revision";
            case REJECTED -> " was rejected, and does not wait for anything";
            case WAITING, WITHDRAWN -> " changed meanwhile: look at it again";
        };
    }

    private static String execution(Delivery delivery) {
        return delivery.life().execution().map(arn -> " " + arn).orElse("");
    }
}
