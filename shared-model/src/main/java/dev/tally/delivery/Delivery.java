package dev.tally.delivery;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.tally.manifest.ManifestFault;
import dev.tally.manifest.ManifestVersion;

/**
 * One revision of a delivery, and the one owner of its transitions:
 *
 * <pre>
 *              Complete            Start             Finish               Archive
 *   WAITING ────────────▶ COMPLETE ─────▶ PROCESSING ────────▶ PROCESSED ─────────▶ ARCHIVED
 *    │  ▲ ▲                  │  Unfit       │   │                 │                    │
 *    │  │ └──────────────────┴──────────────┘   │ Fail            │ Fail (archive)     │
 *    │  │                       Reprocess       ▼                 ▼                    │
 *    │  └─────────────────────────────────── FAILED ◀─────────────┘      Reprocess     │
 *    │  ▲                                                                              │
 *    │  └────────────────────────────────────────────────────────(also from PROCESSED)─┘
 *    ├─ Supersede ▶ SUPERSEDED
 *    └─ Withdraw  ▶ WITHDRAWN                 REJECTED: from the start, for ever
 * </pre>
 *
 * A run may be over before it is known to have begun, so its results are taken in COMPLETE as well as in PROCESSING. What failed
 * in archiving becomes ARCHIVED when the archive has it after all: one event may have started two executions.
 * Unfit and Reprocess begin the next attempt. Overdue is no status: the transition of that name marks what waits too long,
 * once in an attempt, and leaves all else as it is. Neither is Repeat, which notes that its manifest came again unchanged, nor
 * ChangeInput, which notes once in an attempt that a file of it was written again or deleted after the decision.
 *
 * @param faults the first {@value #MOST_FAULTS} of a rejected manifest
 * @param done the chunks that need no more watching; unused where there is only one
 */
public record Delivery(DeliveryKey key, ManifestVersion manifest, Contents contents, Instant registeredAt,
        Set<Integer> done, List<ManifestFault> faults, Life life) {
    public static final int MOST_FAULTS = 100;

    public Delivery {
        done = Set.copyOf(done);
        faults = List.copyOf(faults);
    }

    /** A delivery whose manifest was accepted. */
    public static Delivery registered(DeliveryKey key, ManifestVersion manifest, Contents contents, Instant at) {
        return new Delivery(key, manifest, contents, at, Set.of(), List.of(),
                Life.begin(DeliveryStatus.WAITING, Optional.empty(), at));
    }

    /** A delivery whose manifest was not accepted, with what is wrong with it. */
    public static Delivery rejected(DeliveryKey key, ManifestVersion manifest, List<ManifestFault> faults, long total,
            Instant at) {
        List<ManifestFault> first = faults.subList(0, Math.min(MOST_FAULTS, faults.size()));
        String cause = total == 1 ? faults.getFirst().toString() : total + " faults, the first: " + faults.getFirst();
        return new Delivery(key, manifest, new Contents(0, 0, 0, "{}", Optional.empty(), false,
                Optional.empty(), Optional.empty()), at, Set.of(), first,
                Life.begin(DeliveryStatus.REJECTED, Optional.of(new Reason("manifest", "ManifestRejected", cause)),
                        at));
    }

    public DeliveryStatus status() {
        return life.status();
    }

    public int attempt() {
        return life.attempt();
    }

    /** The latest version of its manifest: the one it was registered with, or one with the same bytes that came later. */
    public ManifestVersion latestManifest() {
        return life.repeated().orElse(manifest);
    }

    /**
     * Whether its latest manifest was written after that of another revision. One that repeated another's manifest is newer
     * than the revision which the repetition made as well, when two handlers took equal bytes in at once.
     */
    public boolean isNewerThan(Delivery other) {
        if (latestManifest().isNewerThan(other.latestManifest())) {
            return true;
        }
        if (other.latestManifest().isNewerThan(latestManifest())) {
            return false;
        }
        return other.manifest.isNewerThan(manifest);
    }

    /** Whether that version of its manifest is, in place and bytes, one that it has taken in. */
    public boolean standsFor(ManifestVersion version) {
        return !version.isNewerThan(latestManifest());
    }

    /** Whether it was decided at least once that all is there. */
    public boolean hasBegun() {
        return attempt() > 1 || switch (status()) {
            case COMPLETE, PROCESSING, PROCESSED, ARCHIVED, FAILED -> true;
            case WAITING, SUPERSEDED, WITHDRAWN, REJECTED -> false;
        };
    }

    /** Whether it is told of a file that changes now: it was decided, and was not told in this attempt. */
    public boolean noticesInputs() {
        return life.changedInput().isEmpty() && switch (status()) {
            case COMPLETE, PROCESSING, PROCESSED, ARCHIVED -> true;
            // What failed in archiving can still be archived.
            case FAILED -> life.reason().filter(Reason::isOfArchiving).isPresent();
            case WAITING, SUPERSEDED, WITHDRAWN, REJECTED -> false;
        };
    }

    /** Whether nothing more happens by itself. */
    public boolean ended() {
        return switch (status()) {
            case WAITING, COMPLETE, PROCESSING -> false;
            case PROCESSED -> !contents.archives();
            case ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED -> true;
        };
    }

    /** Whether it ought to be complete by now and is not. */
    public boolean overdue(Instant now) {
        return status() == DeliveryStatus.WAITING && contents.due().filter(now::isAfter).isPresent();
    }

    /**
     * What the delivery becomes, or nothing if the transition came too late: it happened already, or means an attempt
     * that is over.
     *
     * @throws IllegalTransitionException if it can never happen here
     */
    public Optional<Delivery> apply(Transition transition, Instant now) {
        if (transition.attempt() < attempt()) {
            return Optional.empty();
        }
        if (transition.attempt() > attempt()) {
            throw new IllegalTransitionException(this, transition);
        }
        return next(transition, now).map(changed -> new Delivery(key, manifest, contents, registeredAt, done, faults,
                changed));
    }

    private Optional<Life> next(Transition transition, Instant now) {
        return switch (transition) {
            case Transition.Complete complete -> switch (status()) {
                case WAITING -> Optional.of(life.completed(complete.resolved(), now));
                case COMPLETE, PROCESSING, PROCESSED, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN -> Optional.empty();
                case REJECTED -> throw new IllegalTransitionException(this, transition);
            };
            case Transition.Start start -> switch (status()) {
                case COMPLETE -> Optional.of(life.started(start.execution(), now));
                case PROCESSING, PROCESSED, ARCHIVED, FAILED -> Optional.empty();
                case WAITING, SUPERSEDED, WITHDRAWN, REJECTED -> throw new IllegalTransitionException(this, transition);
            };
            case Transition.Finish finish -> switch (status()) {
                case COMPLETE, PROCESSING -> Optional.of(life.processed(finish.outputs(), now));
                case PROCESSED, ARCHIVED, FAILED -> Optional.empty();
                case WAITING, SUPERSEDED, WITHDRAWN, REJECTED -> throw new IllegalTransitionException(this, transition);
            };
            case Transition.Archive archive -> switch (status()) {
                case PROCESSED -> Optional.of(life.archived(archive.seal(), now));
                case FAILED -> life.reason().filter(Reason::isOfArchiving).map(_ -> life.archived(archive.seal(), now));
                case ARCHIVED -> Optional.empty();
                case WAITING, COMPLETE, PROCESSING, SUPERSEDED, WITHDRAWN, REJECTED ->
                    throw new IllegalTransitionException(
                            this, transition);
            };
            case Transition.Fail fail -> switch (status()) {
                case COMPLETE, PROCESSING -> Optional.of(life.ended(DeliveryStatus.FAILED, fail.reason(), now));
                case PROCESSED -> fail.reason().isOfArchiving()
                        ? Optional.of(life.ended(DeliveryStatus.FAILED, fail.reason(), now))
                        : Optional.empty();
                case ARCHIVED, FAILED -> Optional.empty();
                case WAITING, SUPERSEDED, WITHDRAWN, REJECTED -> throw new IllegalTransitionException(this, transition);
            };
            case Transition.Unfit unfit -> switch (status()) {
                case COMPLETE, PROCESSING -> Optional.of(life.again(Optional.of(unfit.reason()), now));
                case PROCESSED, ARCHIVED, FAILED -> Optional.empty();
                case WAITING, SUPERSEDED, WITHDRAWN, REJECTED -> throw new IllegalTransitionException(this, transition);
            };
            case Transition.Overdue _ -> overdue(now) && life.overdueAt().isEmpty()
                    ? Optional.of(life.foundOverdue(now))
                    : Optional.empty();
            case Transition.Reprocess reprocess -> switch (status()) {
                case PROCESSED, ARCHIVED, FAILED -> Optional.of(life.again(Optional.empty(), now));
                case WAITING, COMPLETE, PROCESSING -> Optional.empty();
                case SUPERSEDED, WITHDRAWN, REJECTED -> throw new IllegalTransitionException(this, transition);
            };
            case Transition.ChangeInput changed -> noticesInputs()
                    ? Optional.of(life.inputChanged(new ChangedInput(changed.file(), now)))
                    : Optional.empty();
            case Transition.Repeat repeat -> switch (status()) {
                case WAITING, COMPLETE, PROCESSING, PROCESSED, ARCHIVED, FAILED ->
                    repeat.manifest().isNewerThan(latestManifest())
                            ? Optional.of(life.repeated(repeat.manifest()))
                            : Optional.empty();
                case SUPERSEDED, WITHDRAWN -> Optional.empty();
                case REJECTED -> throw new IllegalTransitionException(this, transition);
            };
            case Transition.Supersede supersede -> switch (status()) {
                case WAITING -> supersede.by().isNewerThan(this)
                        ? Optional.of(life.ended(DeliveryStatus.SUPERSEDED, new Reason("manifest", "Superseded",
                                "by revision " + supersede.by().key().revision()), now))
                        : Optional.empty();
                case COMPLETE, PROCESSING, PROCESSED, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED -> Optional
                        .empty();
            };
            case Transition.Withdraw withdraw -> switch (status()) {
                case WAITING -> Optional.of(life.ended(DeliveryStatus.WITHDRAWN,
                        new Reason("manifest", "Withdrawn", withdraw.why()), now));
                case COMPLETE, PROCESSING, PROCESSED, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED -> Optional
                        .empty();
            };
        };
    }
}
