package dev.tally.delivery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tally.manifest.ManifestVersion;

/**
 * What changes in a delivery's life.
 *
 * @param attempt 1 or more
 * @param transitions how many there were, the registration included: 1 or more. Each write is conditional on it
 * @param changedAt the last change of status or attempt
 * @param overdueAt when this attempt was found overdue; it stays so when the delivery goes on
 * @param repeated the latest version of its manifest that had the same bytes as the one it was registered with
 * @param changedInput a file of this attempt that was written again or deleted since the decision
 * @param history the latest {@value #LONGEST_HISTORY} transitions, oldest first; all of them went out on the bus
 */
public record Life(DeliveryStatus status, int attempt, int transitions, Instant changedAt, Optional<Reason> reason,
        Optional<ResolvedManifest> resolved, Optional<String> execution, Optional<Outputs> outputs,
        Optional<String> seal, Optional<Instant> overdueAt, Optional<ManifestVersion> repeated,
        Optional<ChangedInput> changedInput, List<Passage> history) {
    public static final int LONGEST_HISTORY = 20;

    /** One transition of the past. */
    public record Passage(DeliveryStatus status, int attempt, Instant at) {}

    public Life {
        history = List.copyOf(history);
        if (attempt < 1 || transitions < 1) {
            throw new IllegalArgumentException("Attempts and transitions are counted from 1");
        }
    }

    static Life begin(DeliveryStatus status, Optional<Reason> reason, Instant at) {
        return new Life(status, 1, 1, at, reason, Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                List.of(new Passage(status, 1, at)));
    }

    private Life to(DeliveryStatus next, int nextAttempt, Instant at, Optional<Reason> why) {
        List<Passage> passages = new ArrayList<>(history);
        passages.add(new Passage(next, nextAttempt, at));
        int cut = Math.max(0, passages.size() - LONGEST_HISTORY);
        return new Life(next, nextAttempt, transitions + 1, at, why, resolved, execution, outputs, seal, overdueAt,
                repeated, changedInput, passages.subList(cut, passages.size()));
    }

    Life completed(ResolvedManifest manifest, Instant at) {
        return to(DeliveryStatus.COMPLETE, attempt, at, Optional.empty()).with(Optional.of(manifest), Optional.empty(),
                Optional.empty(), Optional.empty());
    }

    Life started(String arn, Instant at) {
        return to(DeliveryStatus.PROCESSING, attempt, at, Optional.empty()).with(resolved, Optional.of(arn), outputs,
                seal);
    }

    Life processed(Optional<Outputs> written, Instant at) {
        return to(DeliveryStatus.PROCESSED, attempt, at, Optional.empty()).with(resolved, execution, written, seal);
    }

    Life archived(String uri, Instant at) {
        return to(DeliveryStatus.ARCHIVED, attempt, at, Optional.empty()).with(resolved, execution, outputs,
                Optional.of(uri));
    }

    /** A new attempt has nothing of the old one. */
    Life again(Optional<Reason> why, Instant at) {
        Life next = to(DeliveryStatus.WAITING, attempt + 1, at, why);
        return new Life(next.status, next.attempt, next.transitions, at, why, Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty(), Optional.empty(), repeated, Optional.empty(), next.history);
    }

    /** The status stays, so that is no passage; but it is written, counted and announced as one. */
    Life foundOverdue(Instant at) {
        return noted(Optional.of(at), repeated, changedInput);
    }

    /** Nothing begins anew by that, so it is no passage either. */
    Life repeated(ManifestVersion manifest) {
        return noted(overdueAt, Optional.of(manifest), changedInput);
    }

    /** Nor is this one. */
    Life inputChanged(ChangedInput input) {
        return noted(overdueAt, repeated, Optional.of(input));
    }

    private Life noted(Optional<Instant> overdue, Optional<ManifestVersion> manifest, Optional<ChangedInput> input) {
        return new Life(status, attempt, transitions + 1, changedAt, reason, resolved, execution, outputs, seal,
                overdue, manifest, input, history);
    }

    Life ended(DeliveryStatus end, Reason why, Instant at) {
        return to(end, attempt, at, Optional.of(why));
    }

    private Life with(Optional<ResolvedManifest> newResolved, Optional<String> newExecution,
            Optional<Outputs> newOutputs, Optional<String> newSeal) {
        return new Life(status, attempt, transitions, changedAt, reason, newResolved, newExecution, newOutputs, newSeal,
                overdueAt, repeated, changedInput, history);
    }
}
