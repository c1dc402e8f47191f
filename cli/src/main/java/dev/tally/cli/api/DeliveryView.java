package dev.tally.cli.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A delivery as the API tells it; lists tell less of it than {@code /delivery} does.
 *
 * @param members how many there are
 * @param json the whole answer
 */
public record DeliveryView(String id, String revision, int attempt, Status status, long members, Instant registeredAt,
        Instant changedAt, Optional<Instant> due, boolean overdue, Optional<ReasonView> reason, List<Step> history,
        List<RevisionView> revisions, List<FaultView> faults, Json json) {

    /**
     * Where a delivery is. Whether PROCESSED is an end depends on its dataset, see {@link DeliveryView#ended()}.
     */
    public enum Status {
        WAITING, COMPLETE, PROCESSING, PROCESSED, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED
    }

    /** Why something failed, or began anew: in which stage, which error, and what is known of its cause. */
    public record ReasonView(String stage, String error, String cause) {
        static Optional<ReasonView> of(Json node) {
            return node instanceof Json.Fields
                    ? Optional.of(new ReasonView(text(node, "stage"), text(node, "error"), text(node, "cause")))
                    : Optional.empty();
        }

        /** One sentence without what is empty. */
        public String sentence() {
            String head = String.join(" ", List.of(stage, error)).strip();
            return cause.isEmpty() ? head : head.isEmpty() ? cause : head + ": " + cause;
        }
    }

    /** A file that was written again or deleted since it was decided to use it. */
    public record ChangedInput(String file, Instant at) {
        /** @param node {@code inputsChanged} of an answer; nothing if that has none */
        public static Optional<ChangedInput> of(Json node) {
            return instant(node, "at").map(at -> new ChangedInput(text(node, "file"), at));
        }
    }

    /** One entry of the history. */
    public record Step(Status status, Instant at, int attempt, Optional<ReasonView> reason) {}

    /** One revision of the delivery. */
    public record RevisionView(String revision, Status status, Instant at) {}

    /** One fault of a rejected manifest; line and column are 0 where there is none. */
    public record FaultView(int line, int column, String place, String message) {}

    public DeliveryView {
        history = List.copyOf(history);
        revisions = List.copyOf(revisions);
        faults = List.copyOf(faults);
    }

    public static DeliveryView of(Json node) {
        return new DeliveryView(text(node, "id"), text(node, "revision"),
                Math.toIntExact(node.path("attempt").whole(1)),
                status(node), node.path("members").whole(0), instant(node, "registeredAt").orElse(Instant.EPOCH),
                instant(node, "changedAt").orElse(Instant.EPOCH), instant(node, "due"),
                node.path("overdue").truth(false), ReasonView.of(node.path("reason")),
                node.path("history")
                        .items()
                        .stream()
                        .map(step -> new Step(status(step), instant(step, "at").orElse(Instant.EPOCH),
                                Math.toIntExact(step.path("attempt").whole(1)), ReasonView.of(step.path("reason"))))
                        .toList(),
                node.path("revisions")
                        .items()
                        .stream()
                        .map(revision -> new RevisionView(text(revision, "revision"), status(revision),
                                instant(revision, "at").orElse(Instant.EPOCH)))
                        .toList(),
                faults(node.path("faults")), node);
    }

    static List<FaultView> faults(Json faults) {
        return faults.items()
                .stream()
                .map(fault -> new FaultView(Math.toIntExact(fault.path("line").whole(0)),
                        Math.toIntExact(fault.path("column").whole(0)),
                        text(fault, "place"), text(fault, "message")))
                .toList();
    }

    /** Whether a manifest with these bytes at that place is the delivery's own, so that sending it again begins nothing. */
    public boolean isRepeatedBy(String bucket, String key, String sha256) {
        boolean counts = switch (status) {
            case WAITING, COMPLETE, PROCESSING, PROCESSED, ARCHIVED, FAILED -> true;
            case SUPERSEDED, WITHDRAWN, REJECTED -> false;
        };
        var manifest = json.path("manifest");
        return counts && text(manifest, "bucket").equals(bucket) && text(manifest, "key").equals(key)
                && text(manifest, "sha256").equals(sha256);
    }

    /** Whether nothing more happens by itself. */
    public boolean ended() {
        return switch (status) {
            case WAITING, COMPLETE, PROCESSING -> false;
            case PROCESSED -> !json.path("archives").truth(true);
            case ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED -> true;
        };
    }

    private static Status status(Json node) {
        return Status.valueOf(text(node, "status"));
    }

    static String text(Json node, String field) {
        return node.path(field).text();
    }

    static Optional<Instant> instant(Json node, String field) {
        return Optional.of(text(node, field)).filter(text -> !text.isEmpty()).map(Instant::parse);
    }

}
