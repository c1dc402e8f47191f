package dev.tally.completeness;

import java.util.List;
import java.util.Optional;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.Transition;
import dev.tally.fixity.Checksum;
import dev.tally.manifest.ManifestVersion;

/**
 * Manifests that come again, byte for byte, to where they were: the revision that the bytes made stands for the new version
 * too, and nothing begins anew.
 *
 * <p>That is noted in the revision, which thereby takes the new version's place among all revisions. Otherwise one that
 * was written between the two, and whose message comes last, would win over both.
 */
final class Repeats {
    private final Deliveries deliveries;
    private final Transitions transitions;

    Repeats(Deliveries deliveries, Transitions transitions) {
        this.deliveries = deliveries;
        this.transitions = transitions;
    }

    /**
     * Finds what a manifest that is about to be registered repeats, and notes that there.
     *
     * @return the revision that stands for this version too
     */
    Optional<Delivery> take(DeliveryKey key, ManifestVersion manifest, Checksum digest) {
        while (true) {
            List<Delivery> revisions = deliveries.revisions(key.id());
            boolean registered = revisions.stream().anyMatch(revision -> revision.key().equals(key));
            Optional<Delivery> same = before(manifest, revisions).filter(d -> isSame(d, manifest, digest));
            if (registered || same.isEmpty()) {
                return Optional.empty();
            }
            Delivery noted = note(same.get(), manifest);
            if (noted.standsFor(manifest)) {
                return Optional.of(noted);
            }
        }
    }

    /**
     * The revision for which another one that waits has to step aside: handlers that took the same bytes in at once made
     * both, and the earlier one has begun. It stands then for all that the later one stands for. An earlier one that waits
     * too is superseded like any other.
     *
     * @param revisions read behind the write that made the later one
     */
    Optional<Delivery> begunBefore(Delivery later, List<Delivery> revisions) {
        return later.contents()
                .digest()
                .flatMap(digest -> before(later.manifest(), revisions)
                        .filter(earlier -> earlier.hasBegun() && !later.hasBegun()
                                && isSame(earlier, later.manifest(), digest)))
                .map(earlier -> note(earlier, later.latestManifest()))
                // One that ended meanwhile takes no note any more, and stands for nothing.
                .filter(earlier -> earlier.standsFor(later.latestManifest()));
    }

    private Delivery note(Delivery delivery, ManifestVersion manifest) {
        return transitions.apply(delivery, new Transition.Repeat(delivery.attempt(), manifest));
    }

    /** The newest accepted revision of those that were written before. */
    private static Optional<Delivery> before(ManifestVersion manifest, List<Delivery> revisions) {
        return Transitions.newest(revisions.stream().filter(r -> manifest.isNewerThan(r.manifest())).toList());
    }

    /** To send again what was withdrawn, or superseded, is how to take it up again. */
    private static boolean isSame(Delivery delivery, ManifestVersion manifest, Checksum digest) {
        boolean counts = switch (delivery.status()) {
            case WAITING, COMPLETE, PROCESSING, PROCESSED, ARCHIVED, FAILED -> true;
            case SUPERSEDED, WITHDRAWN, REJECTED -> delivery.standsFor(manifest);
        };
        return counts && delivery.manifest().file().equals(manifest.file())
                && delivery.contents().digest().filter(digest::equals).isPresent();
    }
}
