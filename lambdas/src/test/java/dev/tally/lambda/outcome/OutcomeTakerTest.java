package dev.tally.lambda.outcome;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.aws.StepFunctionsJobs;
import dev.tally.aws.WorkFiles;
import dev.tally.completeness.Arrivals;
import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.Completeness;
import dev.tally.completeness.InMemoryCheckQueue;
import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.completeness.InMemoryFiles;
import dev.tally.completeness.InMemoryJobs;
import dev.tally.completeness.InMemoryRuns;
import dev.tally.completeness.Outcomes;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.Reason;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.json.JsonObject;
import dev.tally.lambda.Attempt;
import dev.tally.lambda.outcome.OutcomeTaker.Answer;
import dev.tally.manifest.ManifestVersion;
import dev.tally.storage.BadEntry;
import dev.tally.storage.BadEntry.Problem;
import dev.tally.storage.FakeObjects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class OutcomeTakerTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final FileRef MEMBER = new FileRef("landing", "demo/a");
    private static final Reason REASON = new Reason("job", "ValueError", "no header");
    private static final Outputs OUTPUTS = new Outputs(new FileRef("work", "o.jsonl"), 2, 9);
    private static final Checksum EXPECTED = Checksum.parse(ChecksumAlgorithm.CRC32, "00000001");
    private static final Checksum ACTUAL = Checksum.parse(ChecksumAlgorithm.CRC32, "00000002");

    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final InMemoryFiles files = new InMemoryFiles();
    private final InMemoryCheckQueue queue = new InMemoryCheckQueue();
    private final FakeObjects objects = new FakeObjects();
    private final WorkFiles work = new WorkFiles("work");
    private final OutcomeTaker taker = taker();
    private final ManifestVersion manifest = new ManifestVersion(new FileRef("landing", "demo/d.manifest.json"),
            Optional.of("v"), "e", new Sequencer("1"), 10, NOW);
    private final DeliveryKey key = new DeliveryKey(new DeliveryId("demo", "d"), manifest.revision());
    private final Attempt first = new Attempt(key, 1);
    private final String execution = "arn:aws:states:eu-west-1:1:execution:processing:"
            + StepFunctionsJobs.name(key, 1);

    private OutcomeTaker taker() {
        InstantSource clock = InstantSource.fixed(NOW.plusSeconds(60));
        InMemoryJobs jobs = new InMemoryJobs();
        Completeness completeness = new Completeness(files, deliveries, deliveries, deliveries, new InMemoryRuns(),
                jobs,
                clock);
        Arrivals arrivals = new Arrivals(files, queue, completeness, _ -> false, (_, failure) -> {
            throw failure;
        });
        return new OutcomeTaker(deliveries, new Outcomes(deliveries, deliveries, files, queue, arrivals, clock),
                new Reports(objects), work);
    }

    @BeforeEach
    void start() {
        files.record(new FileEvent.Created(MEMBER, new Sequencer("1"), NOW, 7, "etag", Optional.of("v1")));
        deliveries.create(Delivery.registered(key, manifest,
                new Contents(1, 1, 1, "{}", Optional.of(NOW.plus(Duration.ofHours(1))), true, Optional.empty(),
                        Optional.empty()),
                NOW));
        apply(new Transition.Complete(1, new ResolvedManifest(new FileRef("work", "r.jsonl"), 1, List.of(0L, 10L))));
    }

    private Delivery stored() {
        return deliveries.find(key).orElseThrow();
    }

    private void apply(Transition transition) {
        deliveries.replace(stored(), stored().apply(transition, NOW).orElseThrow());
    }

    private void running() {
        apply(new Transition.Start(1, execution));
    }

    private Told.Processed processed() {
        return new Told.Processed(first, execution, Optional.of(OUTPUTS));
    }

    private void report(int range, BadEntry... entries) {
        StringWriter lines = new StringWriter();
        for (BadEntry entry : entries) {
            try (JsonGenerator json = JsonObject.FACTORY.createGenerator(lines)) {
                entry.write(json);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            lines.write('\n');
        }
        objects.store(work.fixity(key, 1, range), lines.toString());
    }

    private static BadEntry bad(Problem problem) {
        return new BadEntry(0, "a", MEMBER, Optional.of("v1"), "etag", problem);
    }

    @Test
    void aJobIsDone() {
        running();

        assertThat(taker.take(processed())).isEqualTo(new Answer.Applied(stored()));
        assertThat(stored().status()).isEqualTo(DeliveryStatus.PROCESSED);
        assertThat(stored().life().outputs()).contains(OUTPUTS);
        assertThat(files.state(FileRef.ofDelivery("demo", "d")).present()).isPresent();
    }

    @Test
    @DisplayName("A run may be over before it is known to have begun: its name tells whose it is")
    void aJobIsDoneBeforeItsStartIsRecorded() {
        assertThat(taker.take(processed())).isInstanceOf(Answer.Applied.class);
        assertThat(stored().status()).isEqualTo(DeliveryStatus.PROCESSED);
    }

    @Test
    @DisplayName("EVT-07: an execution that is not the recorded one changes nothing")
    void anotherExecutionChangesNothing() {
        running();
        Delivery before = stored();
        String other = execution.replace("processing", "copy");

        assertThat(taker.take(new Told.Failed(first, other, REASON))).isInstanceOf(Answer.Stale.class);
        assertThat(taker.take(new Told.Processed(first, other, Optional.empty()))).isInstanceOf(Answer.Stale.class);
        assertThat(taker.take(new Told.Unfit(first, other, List.of(0)))).isInstanceOf(Answer.Stale.class);
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    @DisplayName("EVT-07: what is told twice, or late, changes nothing")
    void whatIsToldTwiceChangesNothing() {
        running();
        taker.take(processed());
        Delivery processed = stored();

        assertThat(taker.take(processed())).isInstanceOf(Answer.Stale.class);
        assertThat(taker.take(new Told.Failed(first, execution, REASON))).isInstanceOf(Answer.Stale.class);
        assertThat(taker.take(new Told.Succeeded(first, Optional.of(execution)))).isInstanceOf(Answer.Stale.class);
        assertThat(stored()).isEqualTo(processed);
    }

    @Test
    void aStageFailed() {
        running();

        assertThat(taker.take(new Told.Failed(first, execution, REASON))).isInstanceOf(Answer.Applied.class);
        assertThat(stored().status()).isEqualTo(DeliveryStatus.FAILED);
        assertThat(stored().life().reason()).contains(REASON);
    }

    @Test
    @DisplayName("A result of an attempt that is over changes nothing")
    void anAttemptIsOver() {
        running();
        taker.take(new Told.Failed(first, execution, REASON));
        apply(new Transition.Reprocess(1));

        assertThat(taker.take(processed())).isInstanceOfSatisfying(Answer.Stale.class,
                stale -> assertThat(stale.reason()).contains("attempt 1 is over: it is attempt 2 now"));
        assertThat(stored().status()).isEqualTo(DeliveryStatus.WAITING);
    }

    @Test
    void badMembersAreMarkedAndTheNextAttemptWaits() {
        running();
        report(1, bad(new Problem.Bytes(EXPECTED, ACTUAL)));
        report(3, bad(new Problem.Gone()));

        assertThat(taker.take(new Told.Unfit(first, execution, List.of(1, 3)))).isInstanceOf(Answer.Applied.class);
        assertThat(stored().status()).isEqualTo(DeliveryStatus.WAITING);
        assertThat(stored().attempt()).isEqualTo(2);
        assertThat(stored().life().reason().orElseThrow().error()).isEqualTo("FixityMismatch");
        assertThat(files.state(MEMBER).bad().orElseThrow().actual()).isEqualTo(ACTUAL);
        assertThat(queue.take()).contains(new CheckMessage.Decide(key));
    }

    @Test
    @DisplayName("A version that is gone cannot be marked: the attempt fails, and says which file")
    void membersThatAreGoneFailTheAttempt() {
        running();
        report(0, bad(new Problem.Gone()), bad(new Problem.Gone()));
        taker.take(new Told.Unfit(first, execution, List.of(0)));

        assertThat(stored().status()).isEqualTo(DeliveryStatus.FAILED);
        assertThat(stored().life().reason())
                .contains(new Reason("verify", "FileGone", "s3://landing/demo/a was deleted or "
                        + "replaced after the delivery had been complete, and 1 more like it"));
    }

    @Test
    void theArchiveHasIt() {
        running();
        taker.take(processed());

        assertThat(taker.take(new Told.Archived(first, "s3://archive/delivery.json")))
                .isInstanceOf(Answer.Applied.class);
        assertThat(stored().status()).isEqualTo(DeliveryStatus.ARCHIVED);
        assertThat(taker.take(new Told.NotArchived(first, REASON))).isInstanceOf(Answer.Stale.class);
    }

    @Test
    void archivingFailed() {
        running();
        taker.take(processed());

        assertThat(taker.take(new Told.NotArchived(first, new Reason("archive", "E", "c")))).isInstanceOf(
                Answer.Applied.class);
        assertThat(stored().status()).isEqualTo(DeliveryStatus.FAILED);
    }

    @Test
    @DisplayName("EVT-07: what one archiving execution failed with does not count when another has archived it")
    void anotherArchivingExecutionFailed() {
        running();
        taker.take(processed());
        taker.take(new Told.NotArchived(first, new Reason("archive", "E", "c")));

        assertThat(taker.take(new Told.Archived(first, "s3://archive/delivery.json")))
                .isInstanceOf(Answer.Applied.class);
        assertThat(stored().status()).isEqualTo(DeliveryStatus.ARCHIVED);
    }

    @Test
    @DisplayName("SFN-07: an execution that succeeded without a word is reported, and no result is made up")
    void aSilentSuccessIsReported() {
        running();
        Delivery before = stored();

        assertThat(taker.take(new Told.Succeeded(first, Optional.of(execution)))).isInstanceOf(Answer.Missed.class);
        assertThat(stored()).isEqualTo(before);

        taker.take(processed());
        assertThat(taker.take(new Told.Succeeded(first, Optional.empty()))).isInstanceOf(Answer.Missed.class);
    }

    @Test
    void anUnknownDeliveryIsAnError() {
        Attempt unknown = new Attempt(DeliveryKey.parse("demo/unknown@0123456789ab"), 1);

        assertThatThrownBy(() -> taker.take(new Told.Archived(unknown, "s3://archive/delivery.json")))
                .isInstanceOf(Outcomes.UnknownDeliveryException.class);
    }
}
