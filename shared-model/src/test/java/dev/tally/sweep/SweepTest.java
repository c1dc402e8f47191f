package dev.tally.sweep;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.InMemoryCheckQueue;
import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.completeness.Transitions;
import dev.tally.completeness.Watch;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryList;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Reason;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.manifest.ManifestVersion;
import dev.tally.sweep.Sweep.Finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class SweepTest {
    private static final Instant BEGIN = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration GRACE = Duration.ofMinutes(10);
    private static final Duration EVERY = Duration.ofMinutes(15);
    private static final Reason STOPPED = new Reason("execution", "Aborted", "somebody stopped it");

    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final InMemoryCheckQueue queue = new InMemoryCheckQueue();
    private final InMemoryExecutions executions = new InMemoryExecutions();
    private Instant now = BEGIN;
    private final Sweep sweep = sweep(executions);

    private Sweep sweep(Executions asked) {
        return sweep(asked, deliveries);
    }

    private Sweep sweep(Executions asked, DeliveryList list) {
        return new Sweep(list, new Transitions(deliveries, deliveries, () -> now), asked, queue,
                new Rhythm(EVERY, GRACE), () -> now);
    }

    private Delivery register(String name, int chunks) {
        ManifestVersion manifest = new ManifestVersion(new FileRef("landing", "mag/" + name + ".manifest.json"),
                Optional.of("v1"), "e1", new Sequencer("1"), 10, now);
        return deliveries.create(Delivery.registered(
                new DeliveryKey(new DeliveryId("mag", name), manifest.revision()), manifest,
                new Contents(chunks, chunks, chunks, "{}", Optional.of(now.plus(Duration.ofHours(1))), true,
                        Optional.empty(),
                        Optional.empty()),
                now));
    }

    private Delivery apply(Delivery delivery, Transition transition) {
        return deliveries.replace(delivery, delivery.apply(transition, now).orElseThrow());
    }

    private Delivery complete(String name) {
        return apply(register(name, 1), new Transition.Complete(1,
                new ResolvedManifest(new FileRef("work", "r"), 1, List.of(0L, 9L))));
    }

    private Delivery processing(String name) {
        return apply(complete(name), new Transition.Start(1, "arn:" + name));
    }

    private Sweep.Report after(Duration time) {
        now = now.plus(time);
        return sweep.page("mag", Optional.empty(), 100);
    }

    private Delivery again(Delivery delivery) {
        return deliveries.find(delivery.key()).orElseThrow();
    }

    @Test
    void whatIsUnderWayIsLeftAlone() {
        register("a", 1);
        complete("b");
        processing("c");
        executions.end("arn:c", new Executions.End(BEGIN, Optional.of(STOPPED)));
        Sweep.Report report = after(GRACE);
        assertThat(report.findings()).isEmpty();
        assertThat(report.oldestWaiting()).isEqualTo(GRACE);
        assertThat(queue.take()).isEmpty();
    }

    @Test
    void filesOfWhatWaitsAreLookedForAndItIsOverdueOnce() {
        Delivery delivery = register("a", 1);
        CheckMessage look = new CheckMessage.Look(new Watch(delivery.key(), 0, 1));
        assertThat(after(Duration.ofMinutes(30)).findings()).isEmpty();
        assertThat(queue.take()).containsExactly(look);
        assertThat(again(delivery)).isEqualTo(delivery);

        Sweep.Report late = after(Duration.ofMinutes(31));
        assertThat(late.findings()).singleElement().isInstanceOf(Finding.Overdue.class);
        assertThat(late.oldestWaiting()).isEqualTo(Duration.ofMinutes(61));
        assertThat(queue.take()).containsExactly(look);
        assertThat(again(delivery).life().overdueAt()).contains(now);

        assertThat(after(EVERY).findings()).isEmpty();
        assertThat(queue.take()).containsExactly(look);
    }

    /** Reprocessing long after the deadline is not late; waiting for files for longer than the grace then is. */
    @Test
    void aLaterAttemptIsOverdueWhenItStandsStill() {
        Delivery delivery = processing("a");
        now = now.plus(Duration.ofDays(30));
        apply(apply(delivery, new Transition.Finish(1, Optional.empty())), new Transition.Reprocess(1));
        assertThat(after(Duration.ofMinutes(1)).findings()).isEmpty();
        assertThat(after(GRACE).findings()).singleElement().isInstanceOf(Finding.Overdue.class);
    }

    @Test
    void aDecisionThatNobodyCarriedOutIsCarriedOut() {
        Delivery delivery = complete("a");
        assertThat(after(GRACE.plusMillis(1)).findings()).singleElement().isInstanceOf(Finding.NotStarted.class);
        assertThat(queue.take()).containsExactly(new CheckMessage.Decide(delivery.key()));
    }

    /** SFN-07: a run that was stopped, and nobody told. */
    @Test
    void sfn07ARunThatEndedUnheardFails() {
        Delivery running = processing("running");
        Delivery stopped = processing("stopped");
        now = BEGIN.plus(Duration.ofHours(1));
        executions.end("arn:stopped", new Executions.End(now, Optional.of(STOPPED)));
        assertThat(after(GRACE).findings()).as("its end may yet be told").isEmpty();
        assertThat(after(EVERY).findings()).singleElement().isInstanceOf(Finding.Abandoned.class);
        assertThat(again(stopped).status()).isEqualTo(DeliveryStatus.FAILED);
        assertThat(again(stopped).life().reason()).contains(STOPPED);
        assertThat(again(running).status()).isEqualTo(DeliveryStatus.PROCESSING);
    }

    @Test
    void aRunThatSucceededUnheardFailsToo() {
        Delivery delivery = processing("a");
        executions.end("arn:a", new Executions.End(now, Optional.empty()));
        after(EVERY);
        assertThat(again(delivery).life().reason().orElseThrow().error()).isEqualTo("OutcomeMissing");
    }

    /** The list was read before the outcome came: another attempt, or another end, is not touched. */
    @Test
    void onlyTheAttemptsOwnEndIsTaken() {
        Delivery delivery = processing("a");
        executions.end("arn:a", new Executions.End(BEGIN, Optional.of(STOPPED)));
        Sweep late = sweep(execution -> {
            apply(again(delivery), new Transition.Unfit(1, new Reason("verify", "FixityMismatch", "why")));
            return executions.end(execution);
        });
        now = now.plus(EVERY);
        assertThat(late.page("mag", Optional.empty(), 100).findings()).isEmpty();
        assertThat(again(delivery).attempt()).isEqualTo(2);
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.WAITING);
    }

    /** Both have read the same page before either wrote. */
    @Test
    void twoSweepsAtOnceDoEverythingOnce() {
        Delivery waiting = register("a", 1);
        Delivery running = processing("b");
        executions.end("arn:b", new Executions.End(now, Optional.of(STOPPED)));
        now = now.plus(Duration.ofHours(2));
        DeliveryList.Page page = deliveries.open("mag", Optional.empty(), 100);
        Sweep twin = sweep(executions, new DeliveryList() {
            @Override
            public Page page(String dataset, Optional<String> cursor, int limit) {
                throw new AssertionError("a sweep asks for what is open");
            }

            @Override
            public Page open(String dataset, Optional<String> cursor, int limit) {
                return page;
            }
        });
        sweep.page("mag", Optional.empty(), 100);
        Delivery marked = again(waiting);
        Delivery failed = again(running);
        now = now.plusSeconds(1);
        twin.page("mag", Optional.empty(), 100);
        assertThat(again(waiting)).isEqualTo(marked);
        assertThat(again(running)).isEqualTo(failed);
        assertThat(marked.life().transitions()).isEqualTo(2);
        assertThat(failed.status()).isEqualTo(DeliveryStatus.FAILED);
    }

    @Test
    void whatCannotBeHelpedDoesNotKeepTheOthersFromIt() {
        processing("a");
        complete("b");
        Sweep unlucky = sweep(execution -> {
            throw new IllegalStateException("busy");
        });
        now = now.plus(EVERY);
        assertThat(unlucky.page("mag", Optional.empty(), 100).findings()).<Class<?>>extracting(Finding::getClass)
                .containsExactlyInAnyOrder(Finding.Trouble.class, Finding.NotStarted.class);
        assertThat(queue.take()).hasSize(1);
    }

    @Test
    void pagesGoOnUntilAllAreSeenTheEarliestFirst() {
        for (int i = 0; i < 25; i++) {
            register("d" + i, 1);
            now = now.plusSeconds(1);
        }
        apply(register("other", 1), new Transition.Withdraw(1, "test"));
        now = now.plus(EVERY);
        List<CheckMessage> messages = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        int pages = 0;
        do {
            Sweep.Report report = sweep.page("mag", cursor, 10);
            assertThat(report.oldestWaiting()).isEqualTo(EVERY.plusSeconds(25L - 10L * pages));
            messages.addAll(queue.take());
            cursor = report.next();
            pages++;
        } while (cursor.isPresent());
        assertThat(pages).isEqualTo(3);
        assertThat(messages).hasSize(25).doesNotHaveDuplicates();
    }

    @Test
    void ifAllChunksAreFinishedTheDecisionIsAskedForToo() {
        Delivery delivery = register("a", 2);
        deliveries.finishChunk(delivery.key(), 0);
        after(EVERY);
        assertThat(queue.take()).containsExactly(new CheckMessage.Look(new Watch(delivery.key(), 1, 2)));
        deliveries.finishChunk(delivery.key(), 1);
        after(EVERY);
        assertThat(queue.take()).containsExactly(new CheckMessage.Look(new Watch(delivery.key(), 0, 2)),
                new CheckMessage.Look(new Watch(delivery.key(), 1, 2)), new CheckMessage.Decide(delivery.key()));
    }

    @Test
    void theChunksOfALargeDeliveryHaveTheirTurns() {
        Rhythm rhythm = new Rhythm(EVERY, GRACE);
        Delivery large = register("large", 256);
        List<Integer> seen = new ArrayList<>();
        for (int turn = 0; turn < 16; turn++) {
            List<Integer> chunks = rhythm.chunks(large, BEGIN.plus(EVERY.multipliedBy(turn)));
            assertThat(chunks).hasSize(Rhythm.MOST_CHUNKS);
            seen.addAll(chunks);
        }
        assertThat(seen).hasSize(256).doesNotHaveDuplicates();
    }

    @Test
    void finishedChunksAreLookedAtOnlyIfAllAre() {
        Rhythm rhythm = new Rhythm(EVERY, GRACE);
        Delivery delivery = register("a", 3);
        assertThat(rhythm.chunks(withDone(delivery, Set.of(0, 2)), BEGIN)).containsExactly(1);
        assertThat(rhythm.chunks(withDone(delivery, Set.of(0, 1, 2)), BEGIN)).containsExactly(0, 1, 2);
    }

    private static Delivery withDone(Delivery delivery, Set<Integer> done) {
        return new Delivery(delivery.key(), delivery.manifest(), delivery.contents(), delivery.registeredAt(), done,
                delivery.faults(), delivery.life());
    }

    @Test
    void aRhythmIsAtMostEveryMinute() {
        assertThatThrownBy(() -> new Rhythm(Duration.ofSeconds(59), GRACE)).hasMessageContaining("PT59S");
        assertThatThrownBy(() -> new Rhythm(EVERY, Duration.ZERO)).hasMessageContaining("PT0S");
    }
}
