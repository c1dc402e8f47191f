package dev.tally.completeness;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.tally.completeness.Interventions.Answer;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Reason;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.ManifestFault;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestRejectedException;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class InterventionsTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final DeliveryId ID = new DeliveryId("mag", "d");
    private static final FileRef FILE = new FileRef("landing", "mag/a");

    private final InMemoryFiles files = new InMemoryFiles();
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final InMemoryCheckQueue queue = new InMemoryCheckQueue();
    private final InMemoryJobs jobs = new InMemoryJobs();
    private final Completeness completeness = new Completeness(files, deliveries, deliveries, deliveries,
            new InMemoryRuns(), jobs, () -> NOW);
    private final Arrivals arrivals = new Arrivals(files, queue, completeness, f -> false, (watch, failure) -> {
        throw failure;
    });
    private final Checks checks = new Checks(completeness, registration((manifest, sink) -> {
        throw new ManifestGoneException(manifest);
    }), files, new LostEvents(files, deliveries, (file, order) -> Optional.empty(), arrivals, completeness, queue,
            file -> {}),
            new ChangedFiles(files, file -> Optional.empty(), deliveries, deliveries, new InMemoryRuns(),
                    new Transitions(deliveries, deliveries, () -> NOW), queue),
            files, queue);
    private final Outcomes outcomes = new Outcomes(deliveries, deliveries, files, queue, arrivals, () -> NOW);
    private final Interventions interventions = new Interventions(deliveries, deliveries, queue, () -> NOW);
    private int sequence = 0x1000;

    private Delivery announce() {
        return register((manifest, sink) -> {
            sink.accept(new Member("a", FILE, Fixity.NONE, Optional.empty(), true));
            return ManifestTexts.of(new ManifestHeader(ID, "{}", Optional.empty(), true), manifest);
        });
    }

    private Delivery register(ManifestSource source) {
        return registration(source)
                .register(new ManifestVersion(new FileRef("landing", "mag/d.manifest.json"), Optional.empty(), "m",
                        sequencer(), 1, NOW));
    }

    private Registration registration(ManifestSource source) {
        return new Registration(source, deliveries, deliveries, deliveries, queue, completeness, () -> NOW);
    }

    private Sequencer sequencer() {
        return new Sequencer(Integer.toHexString(sequence++));
    }

    private void put() {
        arrivals.arrive(new FileEvent.Created(FILE, sequencer(), NOW, 1, "e", Optional.of("v")));
        drain();
    }

    private void drain() {
        for (List<CheckMessage> taken = queue.take(); !taken.isEmpty(); taken = queue.take()) {
            taken.forEach(checks::handle);
        }
    }

    private Delivery failed() {
        Delivery delivery = announce();
        put();
        return outcomes.failed(delivery.key(), 1, new Reason("job", "Boom", "no disk"));
    }

    private DeliveryStatus status(Delivery delivery) {
        return deliveries.find(delivery.key()).orElseThrow().status();
    }

    /** MAN-15: running again is a command of its own, and needs no file to come again. */
    @Test
    void man15_whatFailedIsProcessedInTheNextAttempt() {
        Delivery failed = failed();
        Answer answer = interventions.reprocess(failed.key(), 1);
        assertThat(answer).isInstanceOfSatisfying(Answer.Done.class, done -> {
            assertThat(done.changed()).isTrue();
            assertThat(done.delivery().status()).isEqualTo(DeliveryStatus.WAITING);
            assertThat(done.delivery().attempt()).isEqualTo(2);
        });
        drain();
        assertThat(status(failed)).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(jobs.started()).containsOnlyKeys(failed.key() + "!1", failed.key() + "!2");
    }

    /** EVT-07: a request that is sent again, however late, starts nothing more. */
    @Test
    void evt07_aRepeatedRequestStartsOneAttempt() {
        Delivery failed = failed();
        interventions.reprocess(failed.key(), 1);
        assertThat(interventions.reprocess(failed.key(), 1))
                .isInstanceOfSatisfying(Answer.Done.class, done -> assertThat(done.changed()).isFalse());
        drain();
        outcomes.failed(failed.key(), 2, new Reason("job", "Boom", "no disk"));
        interventions.reprocess(failed.key(), 1);
        drain();
        assertThat(jobs.started()).hasSize(2);
        assertThat(status(failed)).isEqualTo(DeliveryStatus.FAILED);
    }

    /** Whoever got no answer, since the function died behind its write, sends the request again. */
    @Test
    void aRepeatedRequestCarriesOutWhatWasBegun() {
        Delivery failed = failed();
        interventions.reprocess(failed.key(), 1);
        queue.take();
        interventions.reprocess(failed.key(), 1);
        drain();
        assertThat(status(failed)).isEqualTo(DeliveryStatus.PROCESSING);
    }

    @Test
    void whatIsUnderWayIsNotBegunAgain() {
        Delivery delivery = announce();
        assertThat(interventions.reprocess(delivery.key(), 1)).isInstanceOf(Answer.Refused.class);
        put();
        assertThat(interventions.reprocess(delivery.key(), 1)).isInstanceOf(Answer.Refused.class);
        assertThat(interventions.reprocess(delivery.key(), 7)).isInstanceOf(Answer.Refused.class);
        assertThat(jobs.started()).hasSize(1);
    }

    /** An older revision would be superseded at once, and what it had become be lost. */
    @Test
    void onlyTheNewestRevisionIsProcessedAgain() {
        Delivery older = failed();
        Delivery newer = announce();
        assertThat(interventions.reprocess(older.key(), 1))
                .isInstanceOfSatisfying(Answer.Outdated.class,
                        outdated -> assertThat(outdated.newest().key()).isEqualTo(newer.key()));
        assertThat(status(older)).isEqualTo(DeliveryStatus.FAILED);
    }

    @Test
    void aRejectedRevisionIsInNobodysWay() {
        Delivery older = failed();
        Delivery rejected = register((manifest, sink) -> {
            throw new ManifestRejectedException(ID, List.of(new ManifestFault(1, 1, "$", "wrong")), 1);
        });
        assertThat(interventions.reprocess(rejected.key(), 1)).isInstanceOf(Answer.Refused.class);
        assertThat(interventions.reprocess(older.key(), 1)).isInstanceOf(Answer.Done.class);
    }

    @Test
    void noFileStartsWhatWasWithdrawn() {
        Delivery delivery = announce();
        Answer answer = interventions.withdraw(delivery.key(), 1, "sent by mistake");
        assertThat(answer.delivery().life().reason().orElseThrow().cause()).isEqualTo("sent by mistake");
        put();
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.WITHDRAWN);
        assertThat(jobs.started()).isEmpty();
        assertThat(interventions.withdraw(delivery.key(), 1, "again"))
                .isInstanceOfSatisfying(Answer.Done.class, done -> assertThat(done.changed()).isFalse());
        assertThat(interventions.reprocess(delivery.key(), 1)).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void whatHasBegunCannotBeWithdrawn() {
        Delivery failed = failed();
        assertThat(interventions.withdraw(failed.key(), 1, "")).isEqualTo(new Answer.Refused(failed));
        interventions.reprocess(failed.key(), 1);
        assertThat(interventions.withdraw(failed.key(), 1, "")).isInstanceOf(Answer.Refused.class);
        assertThat(interventions.withdraw(failed.key(), 2, "")).isInstanceOf(Answer.Done.class);
        drain();
        assertThat(jobs.started()).hasSize(1);
    }

    @Test
    void aDeliveryThatIsNotThereIsToldApart() {
        DeliveryKey key = DeliveryKey.parse("mag/none@0123456789ab");
        assertThatThrownBy(() -> interventions.reprocess(key, 1))
                .isInstanceOf(Outcomes.UnknownDeliveryException.class)
                .hasMessageContaining("mag/none");
        assertThatThrownBy(() -> interventions.withdraw(key, 1, ""))
                .isInstanceOf(Outcomes.UnknownDeliveryException.class);
    }
}
