package dev.tally.cli.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tally.cli.api.DeliveryView.ChangedInput;
import dev.tally.cli.api.DeliveryView.FaultView;
import dev.tally.cli.api.DeliveryView.ReasonView;
import dev.tally.cli.api.DeliveryView.Status;

/**
 * Why a delivery does not go on: one page of the members that keep it waiting.
 *
 * @param manifestRepeatedAt when its manifest was sent again unchanged
 * @param changedInput a file that it uses and that changed since
 * @param satisfied how many required members are there as announced, where the API could count them
 * @param orphans data files that no log names; empty if they were not looked for
 * @param json the whole answer
 */
public record WhyView(String id, String revision, Status status, boolean waiting, Optional<Instant> since,
        Optional<Instant> due, boolean overdue, Optional<Instant> manifestRepeatedAt,
        Optional<ChangedInput> changedInput, long required,
        OptionalLong satisfied, List<Blocking> members,
        List<FaultView> faults,
        Optional<ReasonView> reason, Optional<String> nextToken, Optional<Orphans> orphans, Json json) {

    /** A member that keeps the delivery waiting. */
    public record Blocking(String path, String bucket, String key, String state, String expected, String actual,
            Optional<Instant> since) {}

    /**
     * Data files in the delivery's folders that no log of its dataset names.
     *
     * @param listed how many files were looked at
     * @param moreFiles whether there are more in the folders
     * @param deliveries how many of the dataset's deliveries were asked, the newest ones
     * @param moreDeliveries whether older ones were not, which may name them
     * @param rejectedLogs so many of those asked were rejected, so that what they name is not known
     */
    public record Orphans(List<Orphan> files, long listed, boolean moreFiles, long deliveries,
            boolean moreDeliveries, long rejectedLogs) {
        public Orphans {
            files = List.copyOf(files);
        }

        private static Orphans of(Json node) {
            return new Orphans(node.path("files").items().stream().map(Orphan::of).toList(),
                    node.path("listed").whole(0), node.path("moreFiles").truth(false),
                    node.path("deliveries").whole(0), node.path("moreDeliveries").truth(false),
                    node.path("rejectedLogs").whole(0));
        }
    }

    /** One of them. */
    public record Orphan(String key, long size, Optional<Instant> at) {
        private static Orphan of(Json file) {
            return new Orphan(DeliveryView.text(file, "key"), file.path("size").whole(0),
                    DeliveryView.instant(file, "at"));
        }
    }

    public WhyView {
        members = List.copyOf(members);
        faults = List.copyOf(faults);
    }

    public static WhyView of(Json node) {
        var satisfied = node.path("satisfied");
        return new WhyView(DeliveryView.text(node, "id"), DeliveryView.text(node, "revision"),
                Status.valueOf(DeliveryView.text(node, "status")), node.path("waiting").truth(false),
                DeliveryView.instant(node, "since"), DeliveryView.instant(node, "due"),
                node.path("overdue").truth(false), DeliveryView.instant(node, "manifestRepeatedAt"),
                ChangedInput.of(node.path("inputsChanged")),
                node.path("required").whole(0),
                satisfied instanceof Json.Numeral ? OptionalLong.of(satisfied.whole(0)) : OptionalLong.empty(),
                node.path("members").items().stream().map(WhyView::blocking).toList(),
                DeliveryView.faults(node.path("faults")), ReasonView.of(node.path("reason")),
                Optional.of(DeliveryView.text(node, "nextToken")).filter(token -> !token.isEmpty()),
                Optional.of(node.path("orphans")).filter(Json.Fields.class::isInstance).map(Orphans::of), node);
    }

    private static Blocking blocking(Json member) {
        return new Blocking(DeliveryView.text(member, "path"), DeliveryView.text(member, "bucket"),
                DeliveryView.text(member, "key"), DeliveryView.text(member, "state"), fixity(member.path("expected")),
                fixity(member.path("actual")), DeliveryView.instant(member, "since"));
    }

    /** A fixity may come as text or as an object of size and checksums; people get one line. */
    private static String fixity(Json fixity) {
        if (!(fixity instanceof Json.Fields fields)) {
            return fixity.text();
        }
        var parts = new ArrayList<String>();
        fields.values()
                .forEach((name, value) -> parts.add(value instanceof Json.Fields
                        ? fixity(value)
                        : name + " " + value.text()));
        return String.join(", ", parts);
    }
}
