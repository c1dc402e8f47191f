package dev.tally.lambda.outcome;

import java.util.List;
import java.util.Optional;

import dev.tally.aws.StepFunctionsJobs;
import dev.tally.aws.WorkFiles;
import dev.tally.completeness.BadMark;
import dev.tally.completeness.Deliveries;
import dev.tally.completeness.Outcomes;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Reason;
import dev.tally.storage.BadEntry;

/**
 * Brings about what is told of an attempt, if it still is the delivery's attempt and the execution is its own; else
 * nothing changes, which is no error: messages come twice, and late.
 */
final class OutcomeTaker {
    /**
     * So many bad members are marked at once, which takes seconds. More need not be: the delivery waits for these, and
     * its next attempt finds the others.
     */
    private static final int MOST_MARKS = 1000;

    private final Deliveries deliveries;
    private final Outcomes outcomes;
    private final Reports reports;
    private final WorkFiles work;

    OutcomeTaker(Deliveries deliveries, Outcomes outcomes, Reports reports, WorkFiles work) {
        this.deliveries = deliveries;
        this.outcomes = outcomes;
        this.reports = reports;
        this.work = work;
    }

    /** What became of it. */
    sealed interface Answer {
        Delivery delivery();

        /** The delivery changed. */
        record Applied(Delivery delivery) implements Answer {}

        /** Nothing changed. */
        record Stale(Delivery delivery, String reason) implements Answer {}

        /** Nothing changed, and something ought to have, before: what was to be told never came. */
        record Missed(Delivery delivery, String reason) implements Answer {}
    }

    Answer take(Told told) {
        DeliveryKey key = told.attempt().delivery();
        Delivery before = deliveries.find(key)
                .orElseThrow(() -> new Outcomes.UnknownDeliveryException(key));
        if (told.attempt().number() != before.attempt()) {
            return new Answer.Stale(before, "attempt " + told.attempt().number() + " is over: it is attempt "
                    + before.attempt() + " now");
        }
        return switch (told) {
            case Told.Processed processed -> isOther(before, processed.execution())
                    ? other(before)
                    : answer(before, outcomes.finished(key, before.attempt(), processed.outputs()));
            case Told.Unfit unfit -> isOther(before, unfit.execution()) ? other(before) : unfit(before, unfit);
            case Told.Failed failed -> isOther(before, failed.execution())
                    ? other(before)
                    : answer(before, outcomes.failed(key, before.attempt(), failed.reason()));
            case Told.Archived archived -> answer(before, outcomes.archived(key, before.attempt(), archived.seal()));
            case Told.NotArchived failed -> before.status() == DeliveryStatus.PROCESSED
                    ? answer(before, outcomes.failed(key, before.attempt(), failed.reason()))
                    : new Answer.Stale(before, "it is " + before.status());
            case Told.Succeeded succeeded -> succeeded(before, succeeded.execution());
        };
    }

    /**
     * Whether the execution is not the attempt's own. One that ends at once may tell so before it is recorded; then its
     * name tells.
     */
    private static boolean isOther(Delivery delivery, String execution) {
        String own = StepFunctionsJobs.name(delivery.key(), delivery.attempt());
        return !delivery.life().execution().map(execution::equals).orElseGet(() -> execution.endsWith(':' + own));
    }

    private static Answer other(Delivery delivery) {
        return new Answer.Stale(delivery, "the execution is not that of attempt " + delivery.attempt());
    }

    private static Answer answer(Delivery before, Delivery after) {
        return after.life().transitions() > before.life().transitions()
                ? new Answer.Applied(after)
                : new Answer.Stale(after, "it is " + after.status() + " already");
    }

    /** Only a version that is there with other bytes can be marked; one that is gone has to come again by itself. */
    private Answer unfit(Delivery before, Told.Unfit unfit) {
        List<BadEntry> bad = reports.read(unfit.ranges()
                .stream()
                .map(range -> work.fixity(before.key(), before.attempt(), range))
                .toList(), MOST_MARKS);
        List<Outcomes.BadMember> marks = bad.stream().flatMap(entry -> mark(entry).stream()).toList();
        Delivery after = marks.isEmpty()
                ? outcomes.failed(before.key(), before.attempt(), reason(bad))
                : outcomes.unfit(before.key(), before.attempt(), marks);
        return answer(before, after);
    }

    private static Optional<Outcomes.BadMember> mark(BadEntry entry) {
        return entry.problem() instanceof BadEntry.Problem.Bytes bytes
                ? Optional.of(new Outcomes.BadMember(entry.file(),
                        new BadMark(entry.etag(), entry.versionId(), bytes.expected(), bytes.actual())))
                : Optional.empty();
    }

    private static Reason reason(List<BadEntry> bad) {
        BadEntry first = bad.getFirst();
        String others = bad.size() == 1 ? "" : ", and " + (bad.size() - 1) + " more like it";
        return switch (first.problem()) {
            case BadEntry.Problem.Size size -> new Reason("verify", "SizeMismatch", first.file() + " has "
                    + size.actual() + " bytes, not " + size.expected() + " as its event told" + others);
            case BadEntry.Problem.Gone _ -> new Reason("verify", "FileGone", first.file()
                    + " was deleted or replaced after the delivery had been complete" + others);
            case BadEntry.Problem.Bytes _ -> throw new IllegalStateException("It can be marked: " + first);
        };
    }

    private static Answer succeeded(Delivery delivery, Optional<String> execution) {
        boolean missed = switch (delivery.status()) {
            case COMPLETE, PROCESSING -> execution.isPresent() && !isOther(delivery, execution.get());
            case PROCESSED -> execution.isEmpty();
            case WAITING, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED -> false;
        };
        return missed
                ? new Answer.Missed(delivery, "the execution succeeded, but the delivery is " + delivery.status()
                        + ": its outcome was never told")
                : new Answer.Stale(delivery, "it is " + delivery.status());
    }
}
