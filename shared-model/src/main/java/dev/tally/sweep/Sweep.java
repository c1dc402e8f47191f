package dev.tally.sweep;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.CheckQueue;
import dev.tally.completeness.Transitions;
import dev.tally.completeness.Watch;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryList;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Reason;
import dev.tally.delivery.Transition;

/**
 * Goes through the open deliveries, and puts on their way again those that stand still:
 *
 * <ul>
 * <li>WAITING: it is marked overdue when it is, and its missing files are looked for, in case that events were lost;
 * <li>COMPLETE: its start is carried out, since whoever decided may have died before it;
 * <li>PROCESSING: its execution is asked, which may have ended without anybody hearing of it.
 * </ul>
 *
 * <p>What takes long is left to the check queue. Each step is a conditional write or a message that may come twice, and
 * what was read may be out of date; so a sweep may die at any point, and several may run at once.
 */
public final class Sweep {
    private final DeliveryList list;
    private final Transitions transitions;
    private final Executions executions;
    private final CheckQueue queue;
    private final Rhythm rhythm;
    private final InstantSource clock;

    public Sweep(DeliveryList list, Transitions transitions, Executions executions, CheckQueue queue, Rhythm rhythm,
            InstantSource clock) {
        this.list = list;
        this.transitions = transitions;
        this.executions = executions;
        this.queue = queue;
        this.rhythm = rhythm;
        this.clock = clock;
    }

    /**
     * What was found on a page.
     *
     * @param findings no more than one for each delivery
     * @param oldestWaiting for how long the one waits that waits longest; zero if none does
     * @param next where the next page begins; absent after the last
     */
    public record Report(List<Finding> findings, Duration oldestWaiting, Optional<String> next) {
        public Report {
            findings = List.copyOf(findings);
        }
    }

    /** A delivery that stood still. */
    public sealed interface Finding {
        Delivery delivery();

        /** It became overdue. */
        record Overdue(Delivery delivery) implements Finding {}

        /** It had been decided, and had not been started. */
        record NotStarted(Delivery delivery) implements Finding {}

        /** Its execution had ended, and nobody had told. */
        record Abandoned(Delivery delivery) implements Finding {}

        /** It could not be helped now; the next sweep tries again. */
        record Trouble(Delivery delivery, RuntimeException failure) implements Finding {}
    }

    /** Goes through one page of a dataset's open deliveries, from the start or from behind a cursor. */
    public Report page(String dataset, Optional<String> cursor, int limit) {
        Instant now = clock.instant();
        DeliveryList.Page page = list.open(dataset, cursor, limit);
        List<CheckMessage> messages = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        Duration oldest = Duration.ZERO;
        for (DeliveryList.Entry entry : page.entries()) {
            Delivery delivery = entry.delivery();
            Duration age = Duration.between(delivery.life().changedAt(), now);
            if (delivery.status() == DeliveryStatus.WAITING && age.compareTo(oldest) > 0) {
                oldest = age;
            }
            if (rhythm.isOver(delivery.life().changedAt(), now)) {
                messages.addAll(messages(delivery, now));
                finding(delivery, now).ifPresent(findings::add);
            }
        }
        if (!messages.isEmpty()) {
            queue.send(messages);
        }
        return new Report(findings, oldest, page.more() && !page.entries().isEmpty()
                ? Optional.of(page.entries().getLast().cursor())
                : Optional.empty());
    }

    private List<CheckMessage> messages(Delivery delivery, Instant now) {
        return switch (delivery.status()) {
            case WAITING -> looks(delivery, rhythm.chunks(delivery, now));
            case COMPLETE -> List.of(new CheckMessage.Decide(delivery.key()));
            case PROCESSING, PROCESSED, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED -> List.of();
        };
    }

    /** Who finds all chunks finished decides, and may have died before; once in all turns that is made good for. */
    private static List<CheckMessage> looks(Delivery delivery, List<Integer> chunks) {
        int count = delivery.contents().chunks();
        List<CheckMessage> messages = new ArrayList<>();
        for (int chunk : chunks) {
            messages.add(new CheckMessage.Look(new Watch(delivery.key(), chunk, count)));
        }
        if (delivery.done().size() == count && chunks.contains(0)) {
            messages.add(new CheckMessage.Decide(delivery.key()));
        }
        return messages;
    }

    /** One that cannot be helped must not keep the others from it. */
    private Optional<Finding> finding(Delivery delivery, Instant now) {
        try {
            return switch (delivery.status()) {
                case WAITING -> overdue(delivery, now);
                case COMPLETE -> Optional.of(new Finding.NotStarted(delivery));
                case PROCESSING -> abandoned(delivery, now);
                case PROCESSED, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED -> Optional.empty();
            };
        } catch (RuntimeException failure) {
            return Optional.of(new Finding.Trouble(delivery, failure));
        }
    }

    private Optional<Finding> overdue(Delivery delivery, Instant now) {
        Transition overdue = new Transition.Overdue(delivery.attempt());
        if (delivery.apply(overdue, now).isEmpty()) {
            return Optional.empty();
        }
        return changed(delivery, transitions.apply(delivery, overdue))
                .filter(after -> after.life().overdueAt().isPresent())
                .map(Finding.Overdue::new);
    }

    /** The machine, or the service's event, tells of an end by itself, and needs some time for it. */
    private Optional<Finding> abandoned(Delivery delivery, Instant now) {
        return delivery.life()
                .execution()
                .flatMap(execution -> executions.end(execution)
                        .filter(end -> rhythm.isOver(end.at(), now))
                        .map(end -> end.failure().orElseGet(() -> untold(execution))))
                .flatMap(reason -> changed(delivery,
                        transitions.apply(delivery, new Transition.Fail(delivery.attempt(), reason))))
                .filter(after -> after.status() == DeliveryStatus.FAILED)
                .map(Finding.Abandoned::new);
    }

    private static Reason untold(String execution) {
        return new Reason("outcome", "OutcomeMissing",
                execution + " succeeded, but what came of it was never told; reprocess the delivery");
    }

    private static Optional<Delivery> changed(Delivery before, Delivery after) {
        return Optional.of(after).filter(d -> d.life().transitions() > before.life().transitions());
    }
}
