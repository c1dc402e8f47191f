package dev.tally.completeness;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Reason;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestVersion;

import static org.assertj.core.api.Assertions.assertThat;

/** What a simulation hardly ever comes to. */
final class RegistrationTest {
    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final DeliveryId ID = new DeliveryId("mag", "b");
    private static final ManifestSource.Text TEXT = ManifestTexts
            .of(new ManifestHeader(ID, "{}", Optional.empty(), true), "same");
    private static final int MANY = 2_000;
    /** More than are checked at once, so that messages tell of it. */
    private static final int CHUNKS = 100;

    private int calls;
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries(() -> {
        if (++calls > MANY) {
            throw new IllegalStateException("does not come to an end");
        }
    });
    private final Transitions transitions = new Transitions(deliveries, deliveries, () -> NOW);

    private static ManifestVersion version(int number) {
        return new ManifestVersion(new FileRef("landing", "mag/b.manifest.json"), Optional.of("v" + number),
                "e" + number, new Sequencer(Integer.toHexString(number)), 100, NOW);
    }

    private Delivery registered(ManifestVersion version) {
        Contents contents = new Contents(CHUNKS, CHUNKS, CHUNKS, "{}", Optional.empty(), true, Optional.empty(),
                Optional.of(TEXT.digest()));
        return deliveries
                .create(Delivery.registered(new DeliveryKey(ID, version.revision()), version, contents, NOW));
    }

    /** Three equal manifests: the first revision had begun and is superseded in its second attempt, the second stands for the third. */
    @Test
    void theRevisionThatIsLeftIsCheckedIfTheOneBeforeTakesNoNoteAnyMore() {
        Delivery first = registered(version(1));
        first = transitions.apply(first, new Transition.Complete(1,
                new ResolvedManifest(new FileRef("work", "resolved"), 1, List.of(0L, 1L))));
        first = transitions.apply(first, new Transition.Unfit(1, new Reason("verify", "Bad", "one file")));
        Delivery second = registered(version(2));
        transitions.apply(second, new Transition.Repeat(1, version(3)));
        transitions.apply(first, new Transition.Repeat(2, version(2)));
        transitions.settle(ID);

        List<CheckMessage> sent = new ArrayList<>();
        new Registration((manifest, members) -> TEXT, deliveries, deliveries, deliveries, sent::addAll, null,
                () -> NOW).register(version(3));
        assertThat(sent).hasSize(CHUNKS);
        assertThat(deliveries.find(second.key()).map(Delivery::status)).contains(DeliveryStatus.WAITING);
        assertThat(deliveries.find(first.key()).map(Delivery::status)).contains(DeliveryStatus.SUPERSEDED);
    }
}
