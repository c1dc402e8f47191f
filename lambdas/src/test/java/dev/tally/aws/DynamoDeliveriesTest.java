package dev.tally.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import dev.tally.completeness.Home;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryList;
import dev.tally.delivery.Reason;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileRef;
import dev.tally.manifest.ManifestFault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class DynamoDeliveriesTest {
    private static String table;
    private static DynamoDeliveries deliveries;

    @BeforeAll
    static void createTable() {
        table = EmulatedAws.createTable();
        deliveries = new DynamoDeliveries(EmulatedAws.clients(), table);
    }

    private static Map<String, AttributeValue> item(Delivery delivery) {
        return EmulatedAws.clients()
                .dynamoDb()
                .getItem(get -> get.tableName(table)
                        .key(Keys.delivery(delivery.key()).attributes()))
                .item();
    }

    @Test
    void keepsADeliveryThroughItsWholeLife() {
        Delivery delivery = SampleDeliveries.waiting("life of é/@#1");
        assertThat(deliveries.find(delivery.key())).isEmpty();
        assertThat(deliveries.create(delivery)).isEqualTo(delivery);
        List<Delivery> steps = new ArrayList<>(List.of(delivery));
        steps.add(
                delivery.apply(new Transition.Overdue(1), SampleDeliveries.AT.plus(Duration.ofHours(7))).orElseThrow());
        steps.add(SampleDeliveries.apply(steps.getLast(),
                new Transition.Repeat(1, SampleDeliveries.later(delivery).manifest())));
        steps.add(SampleDeliveries.complete(steps.getLast()));
        steps.add(SampleDeliveries.processing(steps.getLast()));
        steps.add(SampleDeliveries.processed(steps.getLast()));
        steps.add(SampleDeliveries.archived(steps.getLast()));
        steps.add(SampleDeliveries.apply(steps.getLast(),
                new Transition.ChangeInput(1, new FileRef("landing", "demo/é/a+b"))));
        steps.add(SampleDeliveries.apply(steps.getLast(), new Transition.Reprocess(1)));
        steps.add(SampleDeliveries.complete(steps.getLast()));
        steps.add(SampleDeliveries.apply(steps.getLast(), new Transition.Fail(2, new Reason("job", "States.Timeout",
                "took too long"))));
        for (int i = 1; i < steps.size(); i++) {
            assertThat(deliveries.replace(steps.get(i - 1), steps.get(i))).isEqualTo(steps.get(i));
            assertThat(deliveries.find(delivery.key())).contains(steps.get(i));
        }
        assertThat(deliveries.create(delivery)).isEqualTo(steps.getLast());
    }

    @Test
    void aDelayedWriteChangesNothingAndSeesWhatWon() {
        Delivery waiting = deliveries.create(SampleDeliveries.waiting("race"));
        Delivery complete = deliveries.replace(waiting, SampleDeliveries.complete(waiting));
        Delivery superseded = SampleDeliveries.apply(waiting,
                new Transition.Supersede(1, SampleDeliveries.later(waiting)));
        assertThat(deliveries.replace(waiting, superseded)).isEqualTo(complete);
        assertThat(deliveries.find(waiting.key())).contains(complete);
    }

    @Test
    @DisplayName("DDB-03, DDB-13: chunks that finish at once, and twice, are each counted once")
    void chunksFinish() throws Exception {
        Delivery sample = SampleDeliveries.waiting("chunks");
        Delivery waiting = deliveries.create(new Delivery(sample.key(), sample.manifest(),
                new Contents(20_000, 20_000, 50, "{}", Optional.empty(), false, Optional.empty(), Optional.empty()),
                sample.registeredAt(), Set.of(),
                List.of(), sample.life()));
        Set<Integer> sizes = new HashSet<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Delivery>> answers = IntStream.range(0, 100)
                    .mapToObj(i -> threads.submit(() -> deliveries.finishChunk(waiting.key(), i % 50)))
                    .toList();
            for (Future<Delivery> answer : answers) {
                sizes.add(answer.get().done().size());
            }
        }
        assertThat(sizes).contains(50);
        Delivery complete = deliveries.replace(waiting, SampleDeliveries.complete(waiting));
        assertThat(complete.done()).hasSize(50);
        assertThatThrownBy(() -> deliveries.finishChunk(SampleDeliveries.waiting("unknown").key(), 0))
                .isInstanceOf(IllegalStateException.class);
        assertThat(deliveries.find(SampleDeliveries.waiting("unknown").key())).isEmpty();
    }

    @Test
    void findsAllRevisionsAndNoOtherDelivery() {
        Delivery one = deliveries.create(SampleDeliveries.waiting("revisions"));
        DeliveryKey other = new DeliveryKey(one.key().id(), "ffffffffffff");
        Delivery two = deliveries.create(new Delivery(other, one.manifest(), one.contents(), one.registeredAt(),
                Set.of(), List.of(), one.life()));
        deliveries.create(SampleDeliveries.waiting("revisions2"));
        deliveries.put(one.key(), 0, new byte[]{1});
        assertThat(deliveries.revisions(one.key().id())).containsExactlyInAnyOrder(one, two);
        assertThat(deliveries.revisions(new DeliveryId("demo", "none"))).isEmpty();
    }

    @Test
    @DisplayName("DDB-01: a rejected delivery fits, whatever its faults")
    void faults() {
        List<ManifestFault> faults = IntStream.range(0, 100)
                .mapToObj(i -> new ManifestFault(i, 1, "$.members[" + i + "].path", "é".repeat(4_000)))
                .toList();
        Delivery waiting = SampleDeliveries.waiting("rejected");
        Delivery rejected = Delivery.rejected(waiting.key(), waiting.manifest(), faults, 250, SampleDeliveries.AT);
        Delivery stored = deliveries.create(rejected);
        assertThat(stored.faults()).isNotEmpty().startsWith(faults.getFirst());
        assertThat(stored.life()).isEqualTo(rejected.life());
        assertThat(ItemSize.of(item(stored))).isLessThan(400_000);
    }

    @Test
    @DisplayName("DDB-01: an ordinary item is one write unit until it is processed; the largest is far from the limit")
    void itemSizes() {
        Delivery waiting = SampleDeliveries.waiting("2026-11-30-orbit-1234");
        Delivery complete = SampleDeliveries.complete(waiting);
        Delivery processed = SampleDeliveries.processed(SampleDeliveries.processing(complete));
        assertThat(ItemSize.of(DeliveryItem.write(waiting))).isLessThan(512);
        assertThat(ItemSize.of(DeliveryItem.write(processed))).isLessThanOrEqualTo(1_024);
        Delivery huge = SampleDeliveries.apply(waiting, new Transition.Complete(1, new ResolvedManifest(
                new FileRef("work", "k".repeat(1_000)), 4_000_000,
                IntStream.rangeClosed(0, 256).mapToObj(i -> i * 10_000_000L).toList())));
        assertThat(ItemSize.of(DeliveryItem.write(huge))).isLessThan(10_000);
    }

    @Test
    @DisplayName("DDB-08: what is absent has no attribute")
    void absentAttributes() {
        Delivery waiting = deliveries.create(SampleDeliveries.waiting("absent"));
        assertThat(item(waiting)).containsKeys("dataset", "order")
                .doesNotContainKeys("reason", "resolved", "execution", "outputs", "seal", "done", "faults");
        assertThat(item(waiting).values()).allMatch(value -> value.s() == null || !value.s().isEmpty());
    }

    @Test
    @DisplayName("DDB-11: a number of the parameters comes back as it was written, also one that no double and no table holds")
    void numbersOfParameters() {
        String parameters = "{\"gain\":7.30,\"id\":1234567890123456789012345678901234567890,\"limits\":{\"lowest\":1E-130,\"zero\":-0.0}}";
        Delivery plain = SampleDeliveries.waiting("numbers");
        Contents contents = plain.contents();
        Delivery delivery = Delivery.registered(plain.key(), plain.manifest(), new Contents(contents.members(),
                contents.required(), contents.chunks(), parameters, contents.due(), contents.archives(),
                contents.home(),
                contents.digest()),
                plain.registeredAt());
        deliveries.create(delivery);
        assertThat(deliveries.find(delivery.key()).orElseThrow().contents().parameters()).isEqualTo(parameters);
    }

    @Test
    void listsADatasetsDeliveriesWhatIsOpenFirst() {
        DynamoDeliveryList list = new DynamoDeliveryList(EmulatedAws.clients(), table, "byDataset");
        List<Delivery> open = new ArrayList<>();
        List<Delivery> ended = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Delivery sample = SampleDeliveries.waiting("list" + i);
            DeliveryKey key = new DeliveryKey(new DeliveryId("listed", "list" + i), sample.key().revision());
            Delivery waiting = deliveries.create(Delivery.registered(key, sample.manifest(), sample.contents(),
                    SampleDeliveries.AT.plusSeconds(i)));
            if (i % 2 == 0) {
                open.addFirst(waiting);
            } else {
                ended.addFirst(deliveries.replace(waiting,
                        SampleDeliveries.apply(waiting, new Transition.Withdraw(1, "test"))));
            }
        }
        List<Delivery> all = new ArrayList<>(open);
        all.addAll(ended);
        for (int limit : new int[]{1, 4, 6, 100}) {
            assertThat(pages(list, limit)).as("in pages of %d", limit).isEqualTo(all);
        }
        assertThatThrownBy(() -> list.page("listed", Optional.of("x"), 1)).isInstanceOf(
                IllegalArgumentException.class);
    }

    /** What failed in archiving and is archived after all stands at the time of the latter. */
    @Test
    void listsWhatHasEndedByItsLastChange() {
        DynamoDeliveryList list = new DynamoDeliveryList(EmulatedAws.clients(), table, "byDataset");
        Delivery sample = SampleDeliveries.waiting("list");
        List<Delivery> both = new ArrayList<>();
        for (String name : List.of("archived late", "failed")) {
            Delivery stored = deliveries.create(Delivery.registered(
                    new DeliveryKey(new DeliveryId("late", name), sample.key().revision()), sample.manifest(),
                    sample.contents(), SampleDeliveries.AT));
            Instant at = SampleDeliveries.AT.plusSeconds(both.size());
            for (Transition step : List.of(
                    new Transition.Complete(1,
                            new ResolvedManifest(new FileRef("work", "resolved"), 1, List.of(0L, 1L))),
                    new Transition.Start(1, "arn"), new Transition.Finish(1, Optional.empty()),
                    new Transition.Fail(1, new Reason("archive", "Error", "why")))) {
                stored = deliveries.replace(stored, stored.apply(step, at).orElseThrow());
            }
            both.add(stored);
        }
        assertThat(pagesOf("late", list)).containsExactly("failed", "archived late");
        Delivery late = both.getFirst();
        deliveries.replace(late, late.apply(new Transition.Archive(1, "s3://archive/seal"),
                SampleDeliveries.AT.plusSeconds(9)).orElseThrow());
        assertThat(pagesOf("late", list)).containsExactly("archived late", "failed");
    }

    private static List<String> pagesOf(String dataset, DynamoDeliveryList list) {
        return list.page(dataset, Optional.empty(), 10)
                .entries()
                .stream()
                .map(entry -> entry.delivery().key().id().name())
                .toList();
    }

    @Test
    void findsTheDeliveriesWhoseMembersLieInAFolderThatHoldsAFile() {
        DynamoDeliveryList list = new DynamoDeliveryList(EmulatedAws.clients(), table, "byDataset");
        FileRef file = new FileRef("landing", "around/d1/a/x");
        List<String> homes = new ArrayList<>(Home.around(file));
        homes.add("0123456789abcdef");
        Set<DeliveryKey> expected = new HashSet<>();
        for (int i = 0; i < homes.size(); i++) {
            Delivery sample = SampleDeliveries.waiting("around" + i);
            Contents contents = sample.contents();
            DeliveryKey key = new DeliveryKey(new DeliveryId("around", "d#" + i), sample.key().revision());
            Delivery waiting = deliveries.create(Delivery.registered(key, sample.manifest(), new Contents(
                    contents.members(), contents.required(), contents.chunks(), contents.parameters(), contents.due(),
                    contents.archives(), Optional.of(homes.get(i)), contents.digest()), SampleDeliveries.AT));
            if (i % 2 == 0) {
                deliveries.replace(waiting, SampleDeliveries.apply(waiting, new Transition.Withdraw(1, "test")));
            }
            if (i < homes.size() - 1) {
                expected.add(key);
            }
        }
        assertThat(Set.copyOf(list.find("around", file, Optional.empty()).deliveries())).isEqualTo(expected);
        assertThat(list.find("around", file, Optional.empty()).cursor()).isEmpty();
        assertThat(list.find("never", file, Optional.empty()).deliveries()).isEmpty();
        assertThat(list.page("around", Optional.empty(), 10).entries()).hasSize(homes.size());
    }

    @Test
    void listsOnlyWhatIsOpenTheEarliestFirst() {
        DynamoDeliveryList list = new DynamoDeliveryList(EmulatedAws.clients(), table, "byDataset");
        List<Delivery> open = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            Delivery sample = SampleDeliveries.waiting("open" + i);
            DeliveryKey key = new DeliveryKey(new DeliveryId("opened", "open" + (9 - i)), sample.key().revision());
            Delivery waiting = deliveries.create(Delivery.registered(key, sample.manifest(), sample.contents(),
                    SampleDeliveries.AT.plusSeconds(i)));
            if (i % 3 == 0) {
                deliveries.replace(waiting, SampleDeliveries.apply(waiting, new Transition.Withdraw(1, "test")));
            } else {
                open.add(waiting);
            }
        }
        List<Delivery> listed = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        boolean more = true;
        while (more) {
            DeliveryList.Page page = list.open("opened", cursor, 3);
            page.entries().forEach(entry -> listed.add(entry.delivery()));
            cursor = Optional.of(page.entries().getLast().cursor());
            more = page.more();
        }
        assertThat(listed).isEqualTo(open);
        assertThat(list.open("never", Optional.empty(), 3).entries()).isEmpty();
    }

    private static List<Delivery> pages(DeliveryList list, int limit) {
        List<Delivery> all = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        boolean more = true;
        while (more) {
            DeliveryList.Page page = list.page("listed", cursor, limit);
            assertThat(page.entries()).hasSizeLessThanOrEqualTo(limit);
            for (DeliveryList.Entry entry : page.entries()) {
                all.add(entry.delivery());
                cursor = Optional.of(entry.cursor());
            }
            more = page.more();
        }
        return all;
    }
}
