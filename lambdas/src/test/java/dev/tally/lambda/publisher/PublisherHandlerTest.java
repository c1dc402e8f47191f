package dev.tally.lambda.publisher;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.tally.aws.DeliveryImagesWriter;
import dev.tally.aws.SampleDeliveries;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.Transition;
import dev.tally.event.StatusEvent;
import dev.tally.file.FileRef;
import dev.tally.lambda.Invoked;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;

import static org.assertj.core.api.Assertions.assertThat;

final class PublisherHandlerTest {
    private final List<StatusEvent> published = new ArrayList<>();
    private final Set<String> refused = new HashSet<>();
    private final PublisherHandler handler = new PublisherHandler(Settings.read(Invoked.ENVIRONMENT, Set.of(
            Setting.BUS_NAME)), this::publish, () -> {});

    private Set<StatusEvent> publish(List<StatusEvent> events) {
        Set<StatusEvent> left = new HashSet<>();
        for (StatusEvent event : events) {
            (refused.contains(event.id()) ? left : published).add(event);
        }
        return left;
    }

    private static String record(String sequenceNumber, Optional<Delivery> before, Optional<Delivery> after) {
        String images = Stream.concat(
                before.map(delivery -> "\"OldImage\":" + DeliveryImagesWriter.write(delivery)).stream(),
                after.map(delivery -> "\"NewImage\":" + DeliveryImagesWriter.write(delivery)).stream())
                .reduce("\"StreamViewType\":\"NEW_AND_OLD_IMAGES\"", (one, other) -> one + "," + other);
        return "{\"eventName\":\"MODIFY\",\"dynamodb\":{\"SequenceNumber\":\"" + sequenceNumber + "\"," + images + "}}";
    }

    private List<String> invoke(String... records) {
        return Invoked.failures(Invoked.with(handler, "{\"Records\":[" + String.join(",", records) + "]}"));
    }

    @Test
    void publishesOneEventForEachTransition() {
        Delivery waiting = SampleDeliveries.waiting("one");
        Delivery complete = SampleDeliveries.complete(waiting);
        assertThat(invoke(record("1", Optional.empty(), Optional.of(waiting)),
                record("2", Optional.of(waiting), Optional.of(waiting)),
                record("3", Optional.of(waiting), Optional.of(complete)),
                record("4", Optional.of(complete), Optional.empty()))).isEmpty();
        assertThat(published).extracting(StatusEvent::detailType)
                .containsExactly("Delivery Waiting", "Delivery Complete");
        assertThat(published).extracting(StatusEvent::id)
                .containsExactly(waiting.key() + "!1", waiting.key() + "!2");
        assertThat(published.getLast().previous()).contains(waiting.life());
    }

    @Test
    void becomingOverdueIsAnEventOfItsOwn() {
        Delivery waiting = SampleDeliveries.waiting("one");
        Delivery overdue = waiting.apply(new Transition.Overdue(1), SampleDeliveries.AT.plus(Duration.ofDays(1)))
                .orElseThrow();
        Delivery complete = SampleDeliveries.complete(overdue);
        assertThat(invoke(record("1", Optional.of(waiting), Optional.of(overdue)),
                record("2", Optional.of(overdue), Optional.of(overdue)),
                record("3", Optional.of(overdue), Optional.of(complete)))).isEmpty();
        assertThat(published).extracting(StatusEvent::detailType)
                .containsExactly("Delivery Overdue", "Delivery Complete");
        assertThat(published).extracting(StatusEvent::id)
                .containsExactly(waiting.key() + "!2", waiting.key() + "!3");
    }

    @Test
    void man15AManifestThatCameAgainIsAnEventOfItsOwn() {
        Delivery processed = SampleDeliveries.processed(SampleDeliveries.processing(SampleDeliveries.complete(
                SampleDeliveries.waiting("one"))));
        Delivery repeated = SampleDeliveries.apply(processed,
                new Transition.Repeat(1, SampleDeliveries.later(processed).manifest()));
        assertThat(invoke(record("1", Optional.of(processed), Optional.of(repeated)))).isEmpty();
        assertThat(published).singleElement().satisfies(event -> {
            assertThat(event.detailType()).isEqualTo("Delivery Manifest Repeated");
            assertThat(event.at()).isEqualTo(SampleDeliveries.later(processed).manifest().at());
            assertThat(event.detail()).contains("\"status\":\"PROCESSED\"", "\"manifestRepeatedAt\":\"" + event.at());
        });
    }

    @Test
    void aChangedInputIsAnEventOfItsOwn() {
        Delivery complete = SampleDeliveries.complete(SampleDeliveries.waiting("one"));
        Delivery told = SampleDeliveries.apply(complete, new Transition.ChangeInput(1, new FileRef("b", "k")));
        Delivery processing = SampleDeliveries.processing(told);
        assertThat(invoke(record("1", Optional.of(complete), Optional.of(told)),
                record("2", Optional.of(told), Optional.of(processing)))).isEmpty();
        assertThat(published).extracting(StatusEvent::detailType)
                .containsExactly("Delivery Inputs Changed", "Delivery Processing");
        assertThat(published.getFirst().at()).isEqualTo(told.life().changedInput().orElseThrow().at());
        assertThat(published.getFirst().detail()).contains("\"inputsChanged\":{\"file\":\"s3://b/k\",\"at\":");
    }

    @Test
    void whatTheBusDidNotTakeComesAgainFromThere() {
        Delivery one = SampleDeliveries.waiting("one");
        Delivery two = SampleDeliveries.waiting("two");
        Delivery three = SampleDeliveries.waiting("three");
        refused.add(two.key() + "!1");
        assertThat(invoke(record("11", Optional.empty(), Optional.of(one)),
                record("12", Optional.empty(), Optional.of(two)), record("13", Optional.empty(), Optional.of(three))))
                .containsExactly("12");
        assertThat(published).extracting(StatusEvent::delivery).containsExactly(one, three);
    }

    @Test
    void aRecordThatCannotBeReadHoldsUpOnlyWhatIsBehindIt() {
        Delivery one = SampleDeliveries.waiting("one");
        assertThat(invoke(record("21", Optional.empty(), Optional.of(one)),
                "{\"dynamodb\":{\"SequenceNumber\":\"22\",\"NewImage\":{\"pk\":{\"S\":\"D#demo/x\"}}}}",
                record("23", Optional.empty(), Optional.of(one)))).containsExactly("22");
        assertThat(published).extracting(StatusEvent::delivery).containsExactly(one);
    }

    @Test
    void isPrimedWithoutAnyEvent() {
        handler.prime();
        assertThat(published).isEmpty();
    }
}
