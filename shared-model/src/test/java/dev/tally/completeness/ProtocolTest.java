package dev.tally.completeness;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.ChangedInput;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Reason;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.ManifestFault;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestRejectedException;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The protocol step by step, one message after the other. */
final class ProtocolTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final DeliveryId ID = new DeliveryId("mag", "2026-11-30");
    private static final FileRef MANIFEST = new FileRef("landing", "mag/2026-11-30.manifest.json");

    private static final Checksum ANNOUNCED = new Checksum(ChecksumAlgorithm.CRC32, "00000000");
    private static final Checksum FOUND = new Checksum(ChecksumAlgorithm.CRC32, "ffffffff");

    private final InMemoryFiles files = new InMemoryFiles();
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final InMemoryCheckQueue queue = new InMemoryCheckQueue();
    private final InMemoryJobs jobs = new InMemoryJobs();
    private final InMemoryRuns runs = new InMemoryRuns();
    private final Map<ManifestVersion, List<Member>> manifests = new HashMap<>();
    private final Completeness completeness = new Completeness(files, deliveries, deliveries, deliveries, runs, jobs,
            () -> NOW);
    private final Arrivals arrivals = new Arrivals(files, queue, completeness,
            f -> f.key().endsWith(".manifest.json"), ProtocolTest::mustNotFail);
    private final Checks checks = checks(files);
    private final Outcomes outcomes = new Outcomes(deliveries, deliveries, files, queue, arrivals, () -> NOW);
    private int sequence = 0x1000;

    private Checks checks(InMemoryFiles known) {
        LostEvents lostEvents = new LostEvents(known, deliveries, (file, order) -> Optional.empty(), arrivals,
                completeness, queue, f -> {});
        return new Checks(completeness, new Registration(this::read, deliveries, deliveries, deliveries, queue,
                completeness, () -> NOW), known, lostEvents,
                new ChangedFiles(known, file -> Optional.of("mag"), deliveries,
                        deliveries, runs, new Transitions(deliveries, deliveries, () -> NOW), queue),
                known, queue);
    }

    private static void mustNotFail(Watch watch, RuntimeException failure) {
        throw failure;
    }

    private ManifestSource.Text read(ManifestVersion manifest, Consumer<Member> sink) {
        List<Member> members = manifests.get(manifest);
        if (members == null) {
            throw new ManifestGoneException(manifest);
        }
        if (members.isEmpty()) {
            throw new ManifestRejectedException(ID, List.of(new ManifestFault(3, 7, "$.members", "no members")), 1);
        }
        members.forEach(sink);
        return ManifestTexts.of(new ManifestHeader(ID, "{}", Optional.of(Duration.ofHours(6)), true), members);
    }

    private static Member member(String path, long size) {
        return new Member(path, new FileRef("landing", "mag/" + path), new Fixity(OptionalLong.of(size), List.of()),
                Optional.empty(), true);
    }

    private FileEvent.Created put(String path, long size) {
        FileEvent.Created event = new FileEvent.Created(new FileRef("landing", "mag/" + path),
                new Sequencer(Integer.toHexString(sequence++)), NOW, size, "e" + sequence, Optional.of("v" + sequence));
        arrivals.arrive(event);
        drain();
        return event;
    }

    private Delivery announce(Member... members) {
        FileEvent.Created event = new FileEvent.Created(MANIFEST, new Sequencer(Integer.toHexString(sequence++)), NOW,
                100, "m" + sequence, Optional.of("w" + sequence));
        manifests.put(ManifestVersion.of(event), List.of(members));
        arrivals.arrive(event);
        drain();
        return delivery(ManifestVersion.of(event));
    }

    private void drain() {
        for (List<CheckMessage> taken = queue.take(); !taken.isEmpty(); taken = queue.take()) {
            taken.forEach(checks::handle);
        }
    }

    private Delivery delivery(ManifestVersion version) {
        return deliveries.all().stream().filter(d -> d.manifest().equals(version)).findFirst().orElseThrow();
    }

    private Delivery again(Delivery delivery) {
        return deliveries.find(delivery.key()).orElseThrow();
    }

    @Test
    void theLastFileStartsTheJobWithTheVersionsThatWereRead() {
        FileEvent.Created first = put("a", 1);
        Delivery delivery = announce(member("a", 1), member("b", 2));
        assertThat(delivery.status()).isEqualTo(DeliveryStatus.WAITING);
        assertThat(delivery.contents().due()).contains(NOW.plus(Duration.ofHours(6)));
        FileEvent.Created second = put("b", 2);

        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
        Delivery started = jobs.started().get(delivery.key() + "!1");
        assertThat(runs.members(started.life().resolved().orElseThrow()).values())
                .containsExactlyInAnyOrder(first, second);
    }

    /** MAN-08: all 24 orders of a manifest and three files start one job each. */
    @Test
    void man08AnyOrderStartsOnce() {
        List<List<Integer>> orders = new ArrayList<>();
        permutations(List.of(0, 1, 2, 3), List.of(), orders);
        assertThat(orders).hasSize(24);
        for (List<Integer> order : orders) {
            ProtocolTest fresh = new ProtocolTest();
            for (int step : order) {
                if (step == 0) {
                    fresh.announce(member("f1", 1), member("f2", 1), member("f3", 1));
                } else {
                    fresh.put("f" + step, 1);
                }
            }
            assertThat(fresh.jobs.started()).as("started in order %s", order).hasSize(1);
        }
    }

    private static void permutations(List<Integer> rest, List<Integer> begun, List<List<Integer>> all) {
        if (rest.isEmpty()) {
            all.add(begun);
        }
        for (Integer next : rest) {
            List<Integer> longer = new ArrayList<>(begun);
            longer.add(next);
            permutations(rest.stream().filter(r -> !r.equals(next)).toList(), longer, all);
        }
    }

    @Test
    void aFileOfAnotherSizeIsNotTheMember() {
        Delivery delivery = announce(member("a", 1));
        put("a", 2);
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.WAITING);
        put("a", 1);
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
    }

    /** OBJ-03: a deleted member is absent again; a running job is not restarted. */
    @Test
    void obj03DeletedMembersAreMissing() {
        Delivery delivery = announce(member("a", 1), member("b", 1));
        put("a", 1);
        arrivals.arrive(new FileEvent.Deleted(new FileRef("landing", "mag/a"),
                new Sequencer(Integer.toHexString(sequence++)), NOW));
        put("b", 1);
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.WAITING);
        put("a", 1);
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
        arrivals.arrive(new FileEvent.Deleted(new FileRef("landing", "mag/a"),
                new Sequencer(Integer.toHexString(sequence++)), NOW));
        put("a", 1);
        assertThat(jobs.started()).hasSize(1);
    }

    /** OBJ-03: a rule clears an old version away, which is no news of the file. */
    @Test
    void obj03AnOldVersionThatIsClearedAwayIsNotTheFile() {
        Delivery delivery = announce(member("a", 1), member("b", 1));
        FileEvent.Created old = put("a", 1);
        FileEvent.Created newest = put("a", 1);
        arrivals.arrive(gone(old));
        put("b", 1);
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
        arrivals.arrive(gone(newest));
        assertThat(files.state(newest.file()).present()).isEmpty();
    }

    private FileEvent.Deleted gone(FileEvent.Created file) {
        return new FileEvent.Deleted(file.file(), new Sequencer(Integer.toHexString(sequence++)), NOW,
                file.versionId());
    }

    @Test
    void aRejectedManifestIsSeenAndACorrectedOneAccepted() {
        Delivery rejected = announce();
        assertThat(rejected.status()).isEqualTo(DeliveryStatus.REJECTED);
        assertThat(rejected.faults()).singleElement().hasToString("line 3, column 7, $.members: no members");
        Delivery corrected = announce(member("a", 1));
        assertThat(corrected.status()).isEqualTo(DeliveryStatus.WAITING);
        assertThat(again(rejected).status()).isEqualTo(DeliveryStatus.REJECTED);
    }

    /** MAN-15: the same manifest again is no news, a changed one supersedes what waits. */
    @Test
    void man15RevisionsHaveALifeOfTheirOwn() {
        Delivery first = announce(member("a", 1), member("b", 1));
        arrivals.arrive(new FileEvent.Created(MANIFEST, first.manifest().sequencer(), NOW, 100, first.manifest().etag(),
                first.manifest().versionId()));
        drain();
        assertThat(deliveries.all()).hasSize(1);
        Delivery second = announce(member("a", 1));
        assertThat(again(first).status()).isEqualTo(DeliveryStatus.SUPERSEDED);
        put("a", 1);
        assertThat(again(second).status()).isEqualTo(DeliveryStatus.PROCESSING);
        Delivery third = announce(member("a", 1), member("c", 1));
        put("c", 1);
        assertThat(again(second).status()).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(again(third).status()).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(jobs.started()).hasSize(2);
    }

    @Test
    void aManifestThatIsGoneIsToldApart() {
        ManifestVersion gone = new ManifestVersion(MANIFEST, Optional.empty(), "e", new Sequencer("1"), 1, NOW);
        assertThatThrownBy(() -> checks.handle(new CheckMessage.Register(gone)))
                .isInstanceOf(ManifestGoneException.class)
                .hasMessageContaining(MANIFEST.uri());
    }

    /** Its handler died before it settled which revision waits, and the manifest has been overwritten meanwhile. */
    @Test
    void aRevisionWhoseManifestIsGoneDoesNotWaitBesideItsSuccessor() {
        ManifestVersion overwritten = new ManifestVersion(MANIFEST, Optional.empty(), "e", new Sequencer("0"), 1, NOW);
        Delivery second = announce(member("a", 1));
        Delivery first = deliveries.create(Delivery.registered(new DeliveryKey(ID, overwritten.revision()), overwritten,
                second.contents(), NOW));
        assertThatThrownBy(() -> checks.handle(new CheckMessage.Register(overwritten)))
                .isInstanceOf(ManifestGoneException.class);
        drain();
        assertThat(again(first).status()).isEqualTo(DeliveryStatus.SUPERSEDED);
        assertThat(again(second).status()).isEqualTo(DeliveryStatus.WAITING);
    }

    /** The same manifest, written again. */
    private FileEvent.Created rewrite(Member... members) {
        FileEvent.Created event = new FileEvent.Created(MANIFEST, new Sequencer(Integer.toHexString(sequence++)), NOW,
                100, "m" + sequence, Optional.of("w" + sequence));
        manifests.put(ManifestVersion.of(event), List.of(members));
        return event;
    }

    /** MAN-15: two equal ones came before the first was registered; whichever message is handled first, one starts. */
    @Test
    void man15TwoEqualOnesAtOnceStartOnce() {
        for (boolean inOrder : new boolean[]{true, false}) {
            ProtocolTest fresh = new ProtocolTest();
            fresh.put("a", 1);
            List<FileEvent.Created> both = List.of(fresh.rewrite(member("a", 1)), fresh.rewrite(member("a", 1)));
            both.forEach(fresh.arrivals::arrive);
            List<CheckMessage> messages = fresh.queue.take();
            assertThat(messages).containsExactly(new CheckMessage.Register(ManifestVersion.of(both.get(0)), true),
                    new CheckMessage.Register(ManifestVersion.of(both.get(1))));
            (inOrder ? messages : messages.reversed()).forEach(fresh.checks::handle);
            assertThat(fresh.jobs.started()).hasSize(1);
        }
    }

    private void arrive(FileEvent event) {
        arrivals.arrive(event);
        drain();
    }

    /** MAN-15: whatever became of the delivery, the same bytes are noted, and start nothing. */
    @Test
    void man15TheSameBytesAgainBeginNothing() {
        Delivery delivery = announce(member("a", 1));
        arrive(rewrite(member("a", 1)));
        put("a", 1);
        arrive(rewrite(member("a", 1)));
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
        outcomes.failed(delivery.key(), 1, new Reason("job", "Error", "why"));
        FileEvent.Created last = rewrite(member("a", 1));
        arrive(last);
        arrive(last);
        assertThat(deliveries.all()).containsExactly(again(delivery));
        assertThat(again(delivery).latestManifest()).isEqualTo(ManifestVersion.of(last));
        assertThat(again(delivery).life().transitions()).isEqualTo(7);
        assertThat(jobs.started()).hasSize(1);
    }

    /** MAN-15: what is compared is the last that was announced, not all that ever was. */
    @Test
    void man15OldBytesBehindOthersAreNews() {
        put("a", 1);
        put("b", 1);
        Delivery first = announce(member("a", 1));
        Delivery second = announce(member("a", 1), member("b", 1));
        Delivery third = announce(member("a", 1));
        assertThat(jobs.started()).containsOnlyKeys(first.key() + "!1", second.key() + "!1", third.key() + "!1");
    }

    /** MAN-15: one that was written between the two, and is taken in last, does not win over both. */
    @Test
    void man15WhatWasWrittenBetweenTwoEqualOnesIsSuperseded() {
        Delivery first = announce(member("a", 1));
        FileEvent.Created between = rewrite(member("b", 1));
        arrive(rewrite(member("a", 1)));
        checks.handle(new CheckMessage.Register(ManifestVersion.of(between)));
        assertThat(delivery(ManifestVersion.of(between)).status()).isEqualTo(DeliveryStatus.SUPERSEDED);
        put("a", 1);
        put("b", 1);
        assertThat(jobs.started()).containsOnlyKeys(first.key() + "!1");
    }

    /** The way to take up again what was withdrawn; but a message that comes late does not. */
    @Test
    void aWithdrawnManifestThatIsSentAgainIsTakenUpAgain() {
        Interventions people = new Interventions(deliveries, deliveries, queue, () -> NOW);
        Delivery first = announce(member("a", 1));
        FileEvent.Created repeated = rewrite(member("a", 1));
        arrive(repeated);
        people.withdraw(first.key(), 1, "by mistake");
        arrive(repeated);
        assertThat(deliveries.all()).hasSize(1);
        Delivery second = announce(member("a", 1));
        put("a", 1);
        assertThat(jobs.started()).containsOnlyKeys(second.key() + "!1");
        assertThat(again(first).status()).isEqualTo(DeliveryStatus.WITHDRAWN);
    }

    /** Paths are read from where a manifest is, so equal bytes elsewhere say something else. */
    @Test
    void theSameBytesAtAnotherKeyAreARevisionOfTheirOwn() {
        Delivery first = announce(member("a", 1));
        ManifestVersion elsewhere = new ManifestVersion(new FileRef("landing", "mag/b/2026-11-30.manifest.json"),
                Optional.empty(), "e", new Sequencer("1"), 1, NOW.plusSeconds(1));
        manifests.put(elsewhere, List.of(member("a", 1)));
        checks.handle(new CheckMessage.Register(elsewhere));
        assertThat(again(first).status()).isEqualTo(DeliveryStatus.SUPERSEDED);
        assertThat(delivery(elsewhere).status()).isEqualTo(DeliveryStatus.WAITING);
    }

    /** The first one's handler died before it had the chunk checked, and cannot read its version any more. */
    @Test
    void whatRepeatsAManifestCarriesOutWhatTheFirstHandlerLeft() {
        put("a", 1);
        FileEvent.Created event = rewrite(member("a", 1));
        files.record(event);
        ManifestVersion overwritten = ManifestVersion.of(event);
        ProtocolTest dying = new ProtocolTest();
        dying.manifests.putAll(manifests);
        Delivery first = dying.announce(member("a", 1));
        deliveries
                .create(Delivery.registered(new DeliveryKey(ID, overwritten.revision()), overwritten, first.contents(),
                        NOW));
        deliveries.put(new DeliveryKey(ID, overwritten.revision()), 0, chunk(overwritten, member("a", 1)));
        arrive(rewrite(member("a", 1)));
        assertThat(jobs.started()).containsOnlyKeys(new DeliveryKey(ID, overwritten.revision()) + "!1");
    }

    private static byte[] chunk(ManifestVersion manifest, Member member) {
        ChunkDealer dealer = new ChunkDealer(manifest.revision(), new FileRef("landing", "mag/"));
        dealer.add(member);
        return dealer.deal(1).getFirst();
    }

    private Delivery processed(String... paths) {
        Delivery delivery = announce(Arrays.stream(paths).map(path -> member(path, 1)).toArray(Member[]::new));
        Arrays.stream(paths).forEach(path -> put(path, 1));
        return outcomes.finished(delivery.key(), 1, Optional.empty());
    }

    private FileEvent.Deleted deletion(FileRef file, Instant at, Optional<String> onlyVersion) {
        return new FileEvent.Deleted(file, new Sequencer(Integer.toHexString(sequence++)), at, onlyVersion);
    }

    /** What changes after the decision is told once, and starts nothing. */
    @Test
    void aFileThatIsWrittenAgainAfterTheDecisionIsToldOnce() {
        Delivery delivery = processed("a", "b");
        FileEvent.Created again = put("a", 1);
        Delivery told = again(delivery);
        assertThat(told.life().changedInput()).contains(new ChangedInput(again.file(), NOW));
        assertThat(told.status()).isEqualTo(DeliveryStatus.PROCESSED);
        assertThat(told.life().transitions()).isEqualTo(delivery.life().transitions() + 1);
        arrive(again);
        arrive(deletion(again.file(), NOW, Optional.empty()));
        put("b", 1);
        assertThat(again(delivery)).isEqualTo(told);
        assertThat(jobs.started()).hasSize(1);
    }

    /** OBJ-03: deleted for good, or hidden behind a marker; a running job is not touched. An old version is not the file. */
    @Test
    void obj03ADeletionAfterTheDecisionIsTold() {
        Delivery delivery = processed("a");
        FileEvent.Created used = files.state(new FileRef("landing", "mag/a")).present().orElseThrow();
        arrive(deletion(used.file(), NOW, Optional.of("older")));
        assertThat(again(delivery)).isEqualTo(delivery);
        FileEvent.Deleted gone = deletion(used.file(), NOW.plusSeconds(1), used.versionId());
        arrivals.arrive(gone);
        queue.take();
        arrive(gone);
        assertThat(again(delivery).life().changedInput()).isPresent();
    }

    /** A repeated event of what is used, an older one, and files of others tell nothing. */
    @Test
    void whatIsUsedIsNoChange() {
        put("a", 2);
        Delivery delivery = processed("a");
        FileEvent.Created used = files.state(new FileRef("landing", "mag/a")).present().orElseThrow();
        arrive(used);
        arrive(new FileEvent.Created(used.file(), new Sequencer("1"), NOW, 1, "old", Optional.of("old")));
        put("c", 1);
        put("c", 1);
        assertThat(again(delivery)).isEqualTo(delivery);
    }

    /** The hot path: a file that is new sends nothing, however often its event comes. */
    @Test
    void aNewFileSendsNothing() {
        FileEvent.Created created = new FileEvent.Created(new FileRef("landing", "mag/new"), new Sequencer("1"), NOW, 1,
                "e", Optional.of("v"));
        arrivals.arrive(created);
        arrivals.arrive(created);
        assertThat(queue.take()).isEmpty();
    }

    @Test
    void aRepeatedEventTellsWhatTheHandlerOfTheFirstCouldNot() {
        Delivery delivery = processed("a");
        FileEvent.Created again = new FileEvent.Created(new FileRef("landing", "mag/a"),
                new Sequencer(Integer.toHexString(sequence++)), NOW, 1, "new", Optional.of("new"));
        arrivals.arrive(again);
        queue.take();
        arrive(again);
        assertThat(again(delivery).life().changedInput()).isPresent();
    }

    @Test
    void theNextAttemptUsesWhatIsThereAndIsToldAnew() {
        Delivery delivery = processed("a");
        put("a", 1);
        new Interventions(deliveries, deliveries, queue, () -> NOW).reprocess(delivery.key(), 1);
        drain();
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(again(delivery).life().changedInput()).isEmpty();
        put("a", 1);
        assertThat(again(delivery).life().changedInput()).isPresent();
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
    }

    @Test
    void everyDeliveryThatUsesTheFileIsToldOnHoweverManyPages() {
        put("a", 1);
        List<Delivery> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            put("n" + i, 1);
            all.add(announce(member("a", 1), member("n" + i, 1)));
        }
        put("a", 1);
        assertThat(all).hasSize(5).allMatch(delivery -> again(delivery).life().changedInput().isPresent());
    }

    /** What of one cannot be read keeps the others of its page from nothing, and the message comes again. */
    @Test
    void aDeliveryThatCannotBeToldHoldsUpNoOther() {
        List.of("a", "b", "c", "d").forEach(path -> put(path, 1));
        List<Delivery> all = Stream.of("b", "c", "d").map(path -> announce(member("a", 1), member(path, 1))).toList();
        FileRef file = new FileRef("landing", "mag/a");
        arrivals.arrive(new FileEvent.Created(file, new Sequencer(Integer.toHexString(sequence++)), NOW, 1, "new",
                Optional.of("new")));
        queue.take();
        ResolvedManifest broken = again(all.get(1)).life().resolved().orElseThrow();
        ChangedFiles changed = new ChangedFiles(files, any -> Optional.of("mag"), (dataset, any,
                cursor) -> new DeliveriesAround.Found(all.stream().map(Delivery::key).toList(), Optional.empty()),
                deliveries, (resolved, part, any) -> {
                    if (resolved.equals(broken)) {
                        throw new IllegalStateException("no rights");
                    }
                    return runs.find(resolved, part, any);
                }, new Transitions(deliveries, deliveries, () -> NOW), queue);
        assertThatThrownBy(() -> changed.tell(file, Optional.empty())).hasMessage("no rights");
        assertThat(all).extracting(delivery -> again(delivery).life().changedInput().isPresent())
                .containsExactly(true, false, true);
    }

    @Test
    void wrongBytesWaitForBetterOnesAndTheNextAttemptStartsByItself() {
        Delivery delivery = announce(stating("a", ANNOUNCED), member("b", 1));
        put("b", 1);
        FileEvent.Created wrong = put("a", 1);
        outcomes.unfit(delivery.key(), 1, List.of(new Outcomes.BadMember(wrong.file(), mark(wrong))));
        drain();
        Delivery waiting = again(delivery);
        assertThat(waiting.status()).isEqualTo(DeliveryStatus.WAITING);
        assertThat(waiting.attempt()).isEqualTo(2);
        assertThat(waiting.life().reason().orElseThrow().cause()).contains("s3://landing/mag/a", "crc32:00000000");
        put("a", 1);
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(jobs.started()).containsOnlyKeys(delivery.key() + "!1", delivery.key() + "!2");
    }

    /** It was the manifest that was wrong: the file stays as it is, and is no worse to those who state what it has, or nothing. */
    @Test
    void wrongBytesAreWrongForWhoeverStatesOthersOnly() {
        Delivery delivery = announce(stating("a", ANNOUNCED));
        FileEvent.Created file = put("a", 1);
        outcomes.unfit(delivery.key(), 1, List.of(new Outcomes.BadMember(file.file(), mark(file))));
        drain();
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.WAITING);
        put("b", 1);
        assertThat(announce(stating("a", ANNOUNCED), member("b", 1)).status()).isEqualTo(DeliveryStatus.WAITING);
        assertThat(announce(stating("a", FOUND)).status()).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(announce(member("a", 1)).status()).isEqualTo(DeliveryStatus.PROCESSING);
    }

    private static Member stating(String path, Checksum checksum) {
        return new Member(path, new FileRef("landing", "mag/" + path), new Fixity(OptionalLong.of(1),
                List.of(checksum)), Optional.empty(), true);
    }

    private static BadMark mark(FileEvent.Created file) {
        return new BadMark(file.etag(), file.versionId(), ANNOUNCED, FOUND);
    }

    @Test
    void anotherDeliverysResultIsAMember() {
        FileRef result = FileRef.ofDelivery("mag", "calibration");
        Delivery delivery = announce(new Member(result.uri(), result, Fixity.NONE, Optional.empty(), true));
        assertThat(delivery.status()).isEqualTo(DeliveryStatus.WAITING);
        arrivals.arrive(new FileEvent.Created(result, new Sequencer("1"), NOW, 0, "r.1", Optional.empty()));
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
    }

    @Test
    void thousandsMayWaitForOneFile() {
        InMemoryFiles narrow = new InMemoryFiles(() -> {}, states -> states - 1, 2);
        FileRef file = new FileRef("landing", "mag/calibration");
        for (int i = 0; i < 9; i++) {
            narrow.watch(file, new Watch(deliveryKey("d" + i), 0, 1));
        }
        FileState state = new Arrivals(narrow, queue, completeness, f -> false, ProtocolTest::mustNotFail)
                .arrive(new FileEvent.Created(file, new Sequencer("1"), NOW, 1, "e", Optional.empty()));
        assertThat(state.watches()).hasSize(2);
        assertThat(queue.take()).contains(new CheckMessage.Walk(file, Optional.empty()));

        List<CheckMessage> woken = new ArrayList<>();
        Checks walker = checks(narrow);
        queue.send(List.of(new CheckMessage.Walk(file, Optional.empty())));
        for (List<CheckMessage> taken = queue.take(); !taken.isEmpty(); taken = queue.take()) {
            woken.addAll(taken);
            taken.forEach(walker::handle);
        }
        assertThat(woken.stream().filter(CheckMessage.Check.class::isInstance).distinct()).hasSize(7);
    }

    private static DeliveryKey deliveryKey(String name) {
        return new DeliveryKey(new DeliveryId("mag", name), "0123456789ab");
    }

    @Test
    void aDeliveryThatIsOverLeavesNoWatchBehind() {
        Delivery delivery = announce(member("a", 1));
        put("a", 1);
        outcomes.finished(delivery.key(), 1, Optional.empty());
        assertThat(files.state(new FileRef("landing", "mag/a")).watches()).isNotEmpty();
        put("a", 1);
        assertThat(files.state(new FileRef("landing", "mag/a")).watches()).isEmpty();
    }

    @Test
    void aLargeDeliveryIsCheckedThroughTheQueue() {
        Member[] members = new Member[2_000];
        for (int i = 0; i < members.length; i++) {
            members[i] = member("f" + i, 1);
        }
        Delivery delivery = announce(members);
        assertThat(delivery.contents().chunks()).isEqualTo(5);
        for (int i = 0; i < members.length; i++) {
            put("f" + i, 1);
        }
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(jobs.started()).hasSize(1);
    }

    /** EVT-04: a late event of an older write changes nothing, however often it comes. */
    @Test
    void evt04AnOlderWriteLoses() {
        FileRef file = new FileRef("landing", "mag/a");
        FileEvent newer = new FileEvent.Created(file, new Sequencer("62b"), NOW, 20, "n", Optional.of("v2"));
        FileEvent older = new FileEvent.Created(file, new Sequencer("62a"), NOW, 10, "o", Optional.of("v1"));
        for (FileEvent event : List.of(newer, older, older, newer)) {
            arrivals.arrive(event);
            assertThat(files.state(file).present().orElseThrow().size()).isEqualTo(20);
        }
        assertThat(files.state(file).writes()).isEqualTo(1);
    }

    @Test
    void aCheckThatFailsIsLeftToTheQueue() {
        Delivery delivery = announce(member("a", 1));
        Completeness busy = new Completeness(files, deliveries, deliveries, deliveries, runs, d -> {
            throw new IllegalStateException("busy");
        }, () -> NOW);
        List<Watch> heard = new ArrayList<>();
        new Arrivals(files, queue, busy, f -> false, (watch, failure) -> heard.add(watch))
                .arrive(new FileEvent.Created(new FileRef("landing", "mag/a"), new Sequencer("2000"), NOW, 1, "e",
                        Optional.of("v")));
        assertThat(heard).hasSize(1);
        assertThat(jobs.started()).isEmpty();
        drain();
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
        assertThat(jobs.started()).hasSize(1);
    }

    @Test
    void aDecisionIsCarriedOutAlthoughTheFileIsGoneAgain() {
        Delivery delivery = announce(member("a", 1));
        FileEvent.Created event = new FileEvent.Created(new FileRef("landing", "mag/a"), new Sequencer("2000"), NOW, 1,
                "e", Optional.of("v"));
        Completeness dying = new Completeness(files, deliveries, deliveries, deliveries, runs, d -> {
            throw new IllegalStateException("died before the start");
        }, () -> NOW);
        Arrivals first = new Arrivals(files, queue, dying, f -> false, ProtocolTest::mustNotFail);
        assertThatThrownBy(() -> first.arrive(event)).hasMessage("died before the start");
        arrivals.arrive(new FileEvent.Deleted(event.file(), new Sequencer("2001"), NOW));
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.COMPLETE);
        arrivals.arrive(event);
        assertThat(again(delivery).status()).isEqualTo(DeliveryStatus.PROCESSING);
    }
}
