package dev.tally.completeness;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;

/** Files that are in the bucket, and events of them that are not. */
final class LostEventsTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final DeliveryId ID = new DeliveryId("mag", "2026-11-30");

    private static final Checksum ANNOUNCED = new Checksum(ChecksumAlgorithm.CRC32, "00000000");

    private final InMemoryFiles files = new InMemoryFiles();
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final InMemoryCheckQueue queue = new InMemoryCheckQueue();
    private final InMemoryJobs jobs = new InMemoryJobs();
    private final InMemoryRuns runs = new InMemoryRuns();
    private final Map<FileRef, FileEvent.Created> objects = new HashMap<>();
    private final List<FileEvent.Created> found = new ArrayList<>();
    private final Completeness completeness = new Completeness(files, deliveries, deliveries, deliveries, runs, jobs,
            () -> NOW);
    private final Arrivals arrivals = new Arrivals(files, queue, completeness, f -> false, (watch, failure) -> {
        throw failure;
    });
    private final Outcomes outcomes = new Outcomes(deliveries, deliveries, files, queue, arrivals, () -> NOW);
    private final List<FileRef> lookedAt = new ArrayList<>();
    private final LostEvents lostEvents = new LostEvents(files, deliveries, new InMemoryStoredFiles(() -> {}, file -> {
        lookedAt.add(file);
        return objects.get(file);
    }), arrivals, completeness, queue, found::add);
    private List<Member> members = List.of();
    private final Registration registration = new Registration(this::read, deliveries, deliveries, deliveries, queue,
            completeness, () -> NOW);
    private final Checks checks = new Checks(completeness, registration, files, lostEvents,
            new ChangedFiles(files, file -> Optional.empty(), deliveries, deliveries, runs,
                    new Transitions(deliveries, deliveries, () -> NOW), queue),
            files, queue);
    private int sequence = 0x1000;

    private ManifestSource.Text read(ManifestVersion manifest, Consumer<Member> sink) {
        members.forEach(sink);
        return ManifestTexts.of(new ManifestHeader(ID, "{}", Optional.empty(), false), members);
    }

    private static FileRef file(String path) {
        return new FileRef("landing", "mag/" + path);
    }

    private static Member member(String path) {
        return new Member(path, file(path), new Fixity(OptionalLong.of(1), List.of(ANNOUNCED)), Optional.empty(), true);
    }

    private Delivery announce(String... paths) {
        members = Arrays.stream(paths).map(LostEventsTest::member).toList();
        return announce();
    }

    private Delivery announce() {
        ManifestVersion manifest = new ManifestVersion(file("m.manifest.json"), Optional.of("w"), "m",
                new Sequencer("1"), 1, NOW);
        Delivery delivery = registration.register(manifest);
        drain();
        return delivery;
    }

    /** A write of which no event comes. */
    private FileEvent.Created write(String path, long size) {
        int number = sequence++;
        FileEvent.Created object = new FileEvent.Created(file(path), new Sequencer(Integer.toHexString(number)), NOW,
                size, "e" + number, Optional.of("v" + number));
        objects.put(object.file(), object);
        return object;
    }

    private FileEvent.Deleted delete(String path) {
        objects.remove(file(path));
        return new FileEvent.Deleted(file(path), new Sequencer(Integer.toHexString(sequence++)), NOW);
    }

    private void look(Delivery delivery) {
        for (int chunk = 0; chunk < delivery.contents().chunks(); chunk++) {
            queue.send(List.of(new CheckMessage.Look(new Watch(delivery.key(), chunk, delivery.contents().chunks()))));
        }
        drain();
    }

    private void drain() {
        for (List<CheckMessage> taken = queue.take(); !taken.isEmpty(); taken = queue.take()) {
            taken.forEach(checks::handle);
        }
    }

    private DeliveryStatus status(Delivery delivery) {
        return deliveries.find(delivery.key()).orElseThrow().status();
    }

    /** LAM-07, EVT-12: the files are there, and not one event of them came. */
    @Test
    void lam07EveryEventIsLost() {
        Delivery delivery = announce("a", "b", "c");
        FileEvent.Created first = write("a", 1);
        write("b", 1);
        look(delivery);
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.WAITING);
        write("c", 1);
        look(delivery);
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(jobs.started()).hasSize(1);
        assertThat(runs.members(deliveries.find(delivery.key()).orElseThrow().life().resolved().orElseThrow()).values())
                .extracting(FileEvent.Created::etag)
                .contains(first.etag())
                .hasSize(3);
    }

    @Test
    void aDeliveryThatWaitsRightlyCostsOneLookAChunkAndNoWrite() {
        Delivery delivery = announce("a", "b", "c");
        look(delivery);
        look(delivery);
        assertThat(lookedAt).hasSize(2);
        assertThat(found).isEmpty();
        assertThat(files.history(lookedAt.getFirst())).hasSize(1);
    }

    @Test
    void aWatchThatIsGoneIsSetAgain() {
        Delivery delivery = announce("a");
        files.remove(file("a"), new Watch(delivery.key(), 0, 1));
        assertThat(files.state(file("a")).watches()).isEmpty();
        look(delivery);
        arrivals.arrive(write("a", 1));
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.PROCESSING);
    }

    @Test
    void aLookAtADeliveryThatDoesNotWaitDoesNothing() {
        Delivery delivery = announce("a");
        arrivals.arrive(write("a", 1));
        look(delivery);
        lostEvents.look(new Watch(new DeliveryKey(ID, "ffffffffffff"), 0, 1));
        assertThat(lookedAt).isEmpty();
    }

    /** The event that was late is not lost: it is taken in as the later one, and so is every other that is newer. */
    @Test
    void realEventsWinOverWhatWasFound() {
        Delivery delivery = announce("a", "b");
        FileEvent.Created late = write("a", 1);
        look(delivery);
        arrivals.arrive(late);
        assertThat(files.state(file("a")).latest()).contains(late);
        FileEvent.Created newer = write("a", 1);
        arrivals.arrive(newer);
        arrivals.arrive(late);
        assertThat(files.state(file("a")).latest()).contains(newer);
    }

    /** What is found is later than all that is known, so it is not taken for an old event. */
    @Test
    void aLostOverwriteIsFound() {
        Delivery delivery = announce("a", "b");
        arrivals.arrive(write("a", 2));
        arrivals.arrive(write("b", 1));
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.WAITING);
        write("a", 1);
        look(delivery);
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.PROCESSING);
    }

    /** OBJ-04: a delete marker was removed, of which no event tells; the file is the one that it was before. */
    @Test
    void obj04ARevivedFileIsFound() {
        Delivery delivery = announce("a", "b");
        FileEvent.Created original = write("a", 1);
        arrivals.arrive(original);
        arrivals.arrive(delete("a"));
        arrivals.arrive(write("b", 1));
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.WAITING);
        objects.put(original.file(), original);
        look(delivery);
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.PROCESSING);
    }

    /** The look sees the file, then it is deleted, then what was seen is taken in. */
    @Test
    void aDeletionDuringTheLookIsNotUndone() {
        Delivery delivery = announce("a");
        write("a", 1);
        LostEvents slow = new LostEvents(files, deliveries, (file, order) -> {
            Optional<FileEvent.Created> seen = new InMemoryStoredFiles(() -> {}, objects::get).find(file, order);
            arrivals.arrive(delete("a"));
            return seen;
        }, arrivals, completeness, queue, found::add);
        slow.look(new Watch(delivery.key(), 0, 1));
        assertThat(files.state(file("a")).present()).isEmpty();
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.WAITING);
    }

    @Test
    void badBytesAreNotTakenInAgainButBetterOnesAre() {
        Delivery delivery = announce("a");
        FileEvent.Created wrong = write("a", 1);
        arrivals.arrive(wrong);
        outcomes.unfit(delivery.key(), 1, List.of(new Outcomes.BadMember(wrong.file(), new BadMark(wrong.etag(),
                wrong.versionId(), ANNOUNCED,
                new Checksum(ChecksumAlgorithm.CRC32, "ffffffff")))));
        drain();
        look(delivery);
        assertThat(found).isEmpty();
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.WAITING);
        write("a", 1);
        look(delivery);
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(jobs.started()).hasSize(2);
    }

    /** More than one message takes in: each ends, and another goes on. */
    @Test
    void aHundredLostEventsAMessage() {
        String[] paths = IntStream.range(0, 250).mapToObj(i -> "f" + i).toArray(String[]::new);
        Delivery delivery = announce(paths);
        for (String path : paths) {
            write(path, 1);
        }
        lostEvents.look(new Watch(delivery.key(), 0, 1));
        assertThat(found).hasSize(100);
        drain();
        assertThat(found).hasSize(250);
        assertThat(status(delivery)).isEqualTo(DeliveryStatus.PROCESSING);
    }

    @Test
    void theNewsOfAnotherDeliverysResultWasLost() {
        Delivery first = announce("a");
        arrivals.arrive(write("a", 1));
        InMemoryFiles elsewhere = new InMemoryFiles();
        new Outcomes(deliveries, deliveries, files, queue, new Arrivals(elsewhere, queue, completeness, f -> false,
                (watch, failure) -> {
                    throw failure;
                }), () -> NOW).finished(first.key(), 1, Optional.empty());
        assertThat(status(first)).isEqualTo(DeliveryStatus.PROCESSED);

        FileRef result = FileRef.ofDelivery(ID.dataset(), ID.name());
        members = List.of(new Member(result.uri(), result, Fixity.NONE, Optional.empty(), true));
        Delivery second = registration.register(new ManifestVersion(file("n.manifest.json"), Optional.of("w"), "n",
                new Sequencer("1"), 1, NOW.plusSeconds(1)));
        assertThat(status(second)).isEqualTo(DeliveryStatus.WAITING);
        look(second);
        assertThat(status(second)).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(lookedAt).isEmpty();
    }
}
