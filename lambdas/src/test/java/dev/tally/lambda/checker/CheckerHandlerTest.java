package dev.tally.lambda.checker;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import dev.tally.aws.CheckMessageJson;
import dev.tally.completeness.Arrivals;
import dev.tally.completeness.ChangedFiles;
import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.Checks;
import dev.tally.completeness.Completeness;
import dev.tally.completeness.InMemoryCheckQueue;
import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.completeness.InMemoryFiles;
import dev.tally.completeness.InMemoryJobs;
import dev.tally.completeness.InMemoryRuns;
import dev.tally.completeness.InMemoryStoredFiles;
import dev.tally.completeness.LostEvents;
import dev.tally.completeness.ManifestGoneException;
import dev.tally.completeness.ManifestSource;
import dev.tally.completeness.ManifestTexts;
import dev.tally.completeness.Registration;
import dev.tally.completeness.StoredFiles;
import dev.tally.completeness.Transitions;
import dev.tally.completeness.Watch;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Fixity;
import dev.tally.lambda.Invoked;
import dev.tally.lambda.Settings;
import dev.tally.lambda.Tracker;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestVersion;
import dev.tally.manifest.Member;

import static org.assertj.core.api.Assertions.assertThat;

final class CheckerHandlerTest {
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");
    private static final FileRef MEMBER = new FileRef("landing", "demo/a");

    private final InMemoryFiles files = new InMemoryFiles();
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final InMemoryJobs jobs = new InMemoryJobs();
    private final Set<FileRef> bucket = new HashSet<>();
    private final StoredFiles stored = new InMemoryStoredFiles(() -> {},
            file -> bucket.contains(file) ? created(file) : null);

    /** A manifest of one member; one whose key says so is gone, and one that says so is beyond all. */
    private static ManifestSource.Text read(ManifestVersion manifest, Consumer<Member> members) {
        if (manifest.file().key().contains("gone")) {
            throw new ManifestGoneException(manifest);
        }
        if (manifest.file().key().contains("broken")) {
            throw new IllegalStateException("no connection");
        }
        members.accept(new Member("a", MEMBER, new Fixity(OptionalLong.of(1), List.of()), Optional.empty(), true));
        return ManifestTexts.of(
                new ManifestHeader(new DeliveryId("demo", manifest.file().key()), "{}", Optional.empty(), false),
                manifest.file());
    }

    private CheckerHandler handler(ManifestSource manifests) {
        InMemoryCheckQueue queue = new InMemoryCheckQueue();
        Completeness completeness = new Completeness(files, deliveries, deliveries, deliveries, new InMemoryRuns(
                () -> {}, file -> created(file)), jobs, InstantSource.system());
        Registration registration = new Registration(manifests, deliveries, deliveries, deliveries, queue, completeness,
                InstantSource.system());
        Arrivals arrivals = new Arrivals(files, queue, completeness, file -> false, (watch, failure) -> {
            throw failure;
        });
        LostEvents lostEvents = new LostEvents(files, deliveries, stored, arrivals, completeness, queue, file -> {});
        return new CheckerHandler(Settings.read(Invoked.ENVIRONMENT, Tracker.SETTINGS),
                new Checks(completeness, registration, files, lostEvents,
                        new ChangedFiles(files, file -> Optional.of("demo"), deliveries, deliveries, new InMemoryRuns(),
                                new Transitions(deliveries, deliveries, InstantSource.system()), queue),
                        files, queue),
                () -> {});
    }

    private static FileEvent.Created created(FileRef file) {
        return new FileEvent.Created(file, new Sequencer("1"), AT, 1, "e", Optional.of("v"));
    }

    private static String register(String key) {
        return CheckMessageJson.write(new CheckMessage.Register(new ManifestVersion(new FileRef("landing", key),
                Optional.empty(), "e", new Sequencer("1"), 100, AT)));
    }

    @Test
    void aManifestThatIsGoneIsDoneWithAndOneThatCannotBeReadNowComesAgain() {
        List<String> failures = Invoked.failures(Invoked.withMessages(handler(CheckerHandlerTest::read), List.of(
                register("good"), register("gone"), register("broken"), "{\"type\":\"other\"}")));
        assertThat(failures).containsExactly("m2", "m3");
        assertThat(deliveries.all()).extracting(delivery -> delivery.key().id().name()).containsExactly("good");
    }

    @Test
    void aFileWhoseEventWasLostIsFoundWhenSomebodyLooks() {
        CheckerHandler handler = handler(CheckerHandlerTest::read);
        Invoked.withMessages(handler, List.of(register("one")));
        String look = CheckMessageJson.write(new CheckMessage.Look(new Watch(deliveries.all().getFirst().key(), 0, 1)));
        Invoked.withMessages(handler, List.of(look));
        assertThat(jobs.started()).isEmpty();
        bucket.add(MEMBER);
        Invoked.withMessages(handler, List.of(look));
        assertThat(jobs.started()).hasSize(1);
    }

    @Test
    void theLastFileStartsTheJobOnceHoweverOftenItIsTold() {
        CheckerHandler handler = handler(CheckerHandlerTest::read);
        Invoked.withMessages(handler, List.of(register("one")));
        Delivery waiting = deliveries.all().getFirst();
        assertThat(waiting.status()).isEqualTo(DeliveryStatus.WAITING);
        String check = files.record(created(MEMBER))
                .watches()
                .stream()
                .map(watch -> CheckMessageJson.write(new CheckMessage.Check(watch, Optional.of(MEMBER))))
                .findFirst()
                .orElseThrow();
        Invoked.withMessages(handler, List.of(check));
        Invoked.withMessages(handler, List.of(check, CheckMessageJson.write(new CheckMessage.Decide(waiting.key()))));
        assertThat(deliveries.all()).extracting(Delivery::status).containsExactly(DeliveryStatus.PROCESSING);
        assertThat(jobs.started()).hasSize(1);
    }
}
