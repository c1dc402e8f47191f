package dev.tally.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.tally.dataset.DeliveryId;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.manifest.ManifestFault;
import dev.tally.manifest.ManifestVersion;

import static dev.tally.delivery.DeliveryStatus.ARCHIVED;
import static dev.tally.delivery.DeliveryStatus.COMPLETE;
import static dev.tally.delivery.DeliveryStatus.FAILED;
import static dev.tally.delivery.DeliveryStatus.PROCESSED;
import static dev.tally.delivery.DeliveryStatus.PROCESSING;
import static dev.tally.delivery.DeliveryStatus.REJECTED;
import static dev.tally.delivery.DeliveryStatus.SUPERSEDED;
import static dev.tally.delivery.DeliveryStatus.WAITING;
import static dev.tally.delivery.DeliveryStatus.WITHDRAWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class DeliveryTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final FileRef MANIFEST = new FileRef("landing", "mag/d.manifest.json");
    private static final ManifestVersion VERSION = new ManifestVersion(MANIFEST, Optional.of("v1"), "e1",
            new Sequencer("1"), 10, NOW);
    private static final ResolvedManifest RESOLVED = new ResolvedManifest(new FileRef("work", "r"), 1, List.of(0L, 9L));
    private static final Reason REASON = new Reason("job", "Error", "why");

    private static final Delivery LATER = registered(new ManifestVersion(MANIFEST, Optional.of("v2"), "e2",
            new Sequencer("2"), 10, NOW.plusSeconds(1)));

    private static Delivery waiting() {
        return registered(VERSION);
    }

    private static Delivery registered(ManifestVersion version) {
        return Delivery.registered(new DeliveryKey(new DeliveryId("mag", "d"), version.revision()), version,
                new Contents(1, 1, 1, "{}", Optional.of(NOW.plus(Duration.ofHours(1))), true, Optional.empty(),
                        Optional.empty()),
                NOW);
    }

    private static Delivery after(Transition... transitions) {
        Delivery delivery = waiting();
        for (Transition transition : transitions) {
            delivery = delivery.apply(transition, NOW).orElseThrow();
        }
        return delivery;
    }

    private static Map<DeliveryStatus, Delivery> one(int attempt) {
        Transition complete = new Transition.Complete(attempt, RESOLVED);
        Transition start = new Transition.Start(attempt, "arn");
        Transition finish = new Transition.Finish(attempt, Optional.empty());
        Map<DeliveryStatus, Delivery> deliveries = new EnumMap<>(DeliveryStatus.class);
        deliveries.put(WAITING, waiting());
        deliveries.put(COMPLETE, after(complete));
        deliveries.put(PROCESSING, after(complete, start));
        deliveries.put(PROCESSED, after(complete, start, finish));
        deliveries.put(ARCHIVED, after(complete, start, finish, new Transition.Archive(attempt, "s3://a/d")));
        deliveries.put(FAILED, after(complete, start, new Transition.Fail(attempt, REASON)));
        deliveries.put(SUPERSEDED, after(new Transition.Supersede(attempt, LATER)));
        deliveries.put(WITHDRAWN, after(new Transition.Withdraw(attempt, "x")));
        deliveries.put(REJECTED, Delivery.rejected(waiting().key(), VERSION,
                List.of(new ManifestFault(1, 1, "$", "wrong")), 1, NOW));
        return deliveries;
    }

    /** It can still be archived, with what it used. */
    @Test
    void aChangeIsToldAlsoIfArchivingHasFailed() {
        Delivery failed = after(new Transition.Complete(1, RESOLVED), new Transition.Start(1, "arn"),
                new Transition.Finish(1, Optional.empty()),
                new Transition.Fail(1, new Reason("archive", "Error", "why")));
        assertThat(failed.apply(new Transition.ChangeInput(1, MANIFEST), NOW)).hasValueSatisfying(told -> {
            assertThat(told.status()).isEqualTo(FAILED);
            assertThat(told.life().changedInput()).isPresent();
        });
    }

    /** Rows are transitions, columns statuses in their order; "-" comes too late, "!" cannot happen. */
    @TestFactory
    Stream<DynamicTest> everyTransitionInEveryStatus() {
        Map<String, Transition> transitions = new HashMap<>(Map.of("Complete", new Transition.Complete(1, RESOLVED),
                "Start",
                new Transition.Start(1, "arn"), "Finish", new Transition.Finish(1, Optional.empty()), "Archive",
                new Transition.Archive(1, "s3://a/d"), "Fail", new Transition.Fail(1, REASON), "FailArchive",
                new Transition.Fail(1, new Reason("archive", "Error", "why")), "Unfit", new Transition.Unfit(1, REASON),
                "Reprocess", new Transition.Reprocess(1), "Supersede", new Transition.Supersede(1, LATER), "Withdraw",
                new Transition.Withdraw(1, "x")));
        transitions.put("ChangeInput", new Transition.ChangeInput(1, MANIFEST));
        transitions.put("Repeat", new Transition.Repeat(1, LATER.manifest()));
        String table = """
                Transition  WAITING    COMPLETE   PROCESSING PROCESSED ARCHIVED FAILED  SUPERSEDED WITHDRAWN REJECTED
                Complete    COMPLETE   -          -          -         -        -       -          -         !
                Start       !          PROCESSING -          -         -        -       !          !         !
                Finish      !          PROCESSED  PROCESSED  -         -        -       !          !         !
                Archive     !          !          !          ARCHIVED  -        -       !          !         !
                Fail        !          FAILED     FAILED     -         -        -       !          !         !
                FailArchive !          FAILED     FAILED     FAILED    -        -       !          !         !
                Unfit       !          WAITING    WAITING    -         -        -       !          !         !
                Reprocess   -          -          -          WAITING   WAITING  WAITING !          !         !
                Supersede   SUPERSEDED -          -          -         -        -       -          -         -
                Withdraw    WITHDRAWN  -          -          -         -        -       -          -         -
                ChangeInput -          COMPLETE   PROCESSING PROCESSED ARCHIVED -       -          -         -
                Repeat      WAITING    COMPLETE   PROCESSING PROCESSED ARCHIVED FAILED  -          -         !
                """;
        Map<DeliveryStatus, Delivery> deliveries = one(1);
        List<DynamicTest> tests = new ArrayList<>();
        List<String> lines = table.lines().toList();
        String[] statuses = lines.getFirst().split(" +", -1);
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(" +", -1);
            for (int i = 1; i < statuses.length; i++) {
                Delivery delivery = deliveries.get(DeliveryStatus.valueOf(statuses[i]));
                Transition transition = transitions.get(cells[0]);
                String expected = cells[i];
                String status = statuses[i];
                tests.add(DynamicTest.dynamicTest(cells[0] + " in " + statuses[i], () -> {
                    if (expected.equals("!")) {
                        assertThatThrownBy(() -> delivery.apply(transition, NOW))
                                .isInstanceOf(IllegalTransitionException.class)
                                .hasMessageContaining(status);
                    } else {
                        Optional<String> becomes = delivery.apply(transition, NOW).map(d -> d.status().name());
                        assertThat(becomes.orElse("-")).isEqualTo(expected);
                    }
                }));
            }
        }
        return tests.stream();
    }

    /** EVT-07: a late result of another attempt changes nothing. */
    @Test
    void evt07AnOldAttemptTouchesNothing() {
        Delivery second = after(new Transition.Complete(1, RESOLVED), new Transition.Start(1, "arn"),
                new Transition.Unfit(1, REASON));
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.apply(new Transition.Fail(1, REASON), NOW)).isEmpty();
        assertThat(second.apply(new Transition.Finish(1, Optional.empty()), NOW)).isEmpty();
        assertThatThrownBy(() -> second.apply(new Transition.Complete(3, RESOLVED), NOW))
                .isInstanceOf(IllegalTransitionException.class);
    }

    @Test
    void aNewAttemptHasNothingOfTheOldOne() {
        Delivery again = after(new Transition.Complete(1, RESOLVED), new Transition.Start(1, "arn"),
                new Transition.Fail(1, REASON), new Transition.Reprocess(1));
        assertThat(again.life().resolved()).isEmpty();
        assertThat(again.life().execution()).isEmpty();
        assertThat(again.life().reason()).isEmpty();
    }

    @Test
    void historyIsBoundedAndTransitionsAreCounted() {
        Delivery delivery = waiting();
        for (int attempt = 1; attempt <= 30; attempt++) {
            delivery = delivery.apply(new Transition.Complete(attempt, RESOLVED), NOW).orElseThrow();
            delivery = delivery.apply(new Transition.Unfit(attempt, REASON), NOW).orElseThrow();
        }
        assertThat(delivery.life().transitions()).isEqualTo(61);
        assertThat(delivery.life().history()).hasSize(Life.LONGEST_HISTORY)
                .last()
                .isEqualTo(new Life.Passage(WAITING, 31, NOW));
    }

    /** One event may start two executions that archive: when one has done it, the failure of the other means nothing. */
    @Test
    void whatIsInTheArchiveIsArchivedWhateverElseFailed() {
        Transition archived = new Transition.Archive(1, "s3://a/d");
        Transition failed = new Transition.Fail(1, new Reason("archive", "Error", "why"));
        Delivery processed = one(1).get(PROCESSED);
        Delivery first = processed.apply(failed, NOW).orElseThrow().apply(archived, NOW).orElseThrow();
        assertThat(first.status()).isEqualTo(ARCHIVED);
        assertThat(first.life().reason()).isEmpty();
        assertThat(first.life().seal()).contains("s3://a/d");
        assertThat(processed.apply(archived, NOW).orElseThrow().apply(failed, NOW)).isEmpty();
        assertThat(one(1).get(FAILED).apply(archived, NOW)).isEmpty();
    }

    /** MAN-15: the delivery takes the place of the newest version of its manifest, once, and is otherwise as before. */
    @Test
    void man15ARepeatedManifestMovesTheDeliveryAndBeginsNothing() {
        Delivery repeated = after(new Transition.Repeat(1, LATER.manifest()));
        assertThat(repeated.latestManifest()).isEqualTo(LATER.manifest());
        assertThat(repeated.manifest()).isEqualTo(VERSION);
        assertThat(repeated.standsFor(LATER.manifest())).isTrue();
        assertThat(waiting().standsFor(LATER.manifest())).isFalse();
        assertThat(repeated.life().transitions()).isEqualTo(2);
        assertThat(repeated.life().changedAt()).isEqualTo(NOW);
        assertThat(repeated.life().history()).hasSize(1);
        assertThat(repeated.apply(new Transition.Repeat(1, LATER.manifest()), NOW)).isEmpty();
        assertThat(repeated.apply(new Transition.Repeat(1, VERSION), NOW)).isEmpty();
        assertThat(after(new Transition.Repeat(1, LATER.manifest()), new Transition.Complete(1, RESOLVED),
                new Transition.Unfit(1, REASON)).latestManifest()).isEqualTo(LATER.manifest());
    }

    /** Two handlers took equal bytes in at once: of the two revisions the one that was there first stays. */
    @Test
    void onlyANewerRevisionSupersedes() {
        assertThat(LATER.apply(new Transition.Supersede(1, waiting()), NOW)).isEmpty();
        Delivery repeated = after(new Transition.Repeat(1, LATER.manifest()));
        assertThat(repeated.apply(new Transition.Supersede(1, LATER), NOW)).isEmpty();
        assertThat(LATER.apply(new Transition.Supersede(1, repeated), NOW)).isPresent();
    }

    @Test
    void overdueIsAFlagOfThoseThatWait() {
        Instant late = NOW.plus(Duration.ofHours(2));
        assertThat(waiting().overdue(NOW)).isFalse();
        assertThat(waiting().overdue(late)).isTrue();
        assertThat(after(new Transition.Complete(1, RESOLVED)).overdue(late)).isFalse();
    }

    @Test
    void becomingOverdueIsMarkedOnceInAnAttemptAndChangesNothingElse() {
        Instant late = NOW.plus(Duration.ofHours(2));
        Transition overdue = new Transition.Overdue(1);
        one(1).values().forEach(delivery -> assertThat(delivery.apply(overdue, NOW)).isEmpty());
        one(1).values()
                .stream()
                .filter(delivery -> delivery.status() != WAITING)
                .forEach(delivery -> assertThat(delivery.apply(overdue, late)).isEmpty());

        Delivery marked = waiting().apply(overdue, late).orElseThrow();
        assertThat(marked.status()).isEqualTo(WAITING);
        assertThat(marked.life().overdueAt()).contains(late);
        assertThat(marked.life().transitions()).isEqualTo(2);
        assertThat(marked.life().changedAt()).isEqualTo(NOW);
        assertThat(marked.life().history()).isEqualTo(waiting().life().history());
        assertThat(marked.apply(overdue, late.plusSeconds(1))).isEmpty();

        Delivery complete = marked.apply(new Transition.Complete(1, RESOLVED), late).orElseThrow();
        assertThat(complete.life().overdueAt()).contains(late);
        Delivery again = complete.apply(new Transition.Unfit(1, REASON), late).orElseThrow();
        assertThat(again.life().overdueAt()).isEmpty();
        assertThat(again.apply(overdue, late)).isEmpty();
        assertThat(again.apply(new Transition.Overdue(2), late)).isPresent();
    }

    @Test
    void aProcessedDeliveryEndsOnlyWithoutAnArchive() {
        Delivery processed = one(1).get(PROCESSED);
        assertThat(processed.ended()).isFalse();
        Contents kept = new Contents(1, 1, 1, "{}", Optional.empty(), false, Optional.empty(), Optional.empty());
        assertThat(new Delivery(processed.key(), VERSION, kept, NOW, processed.done(), List.of(), processed.life())
                .ended()).isTrue();
    }
}
