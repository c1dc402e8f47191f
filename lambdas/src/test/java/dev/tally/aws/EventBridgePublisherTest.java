package dev.tally.aws;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Transition;
import dev.tally.event.StatusEvent;
import dev.tally.json.JsonObject;

import static org.assertj.core.api.Assertions.assertThat;

final class EventBridgePublisherTest {
    private static final Backoff QUICK = new Backoff(Duration.ZERO, Duration.ZERO, 3);

    private final ScriptedHttp http = new ScriptedHttp();
    private final EventBridgePublisher publisher = new EventBridgePublisher(http.clients(), "tally-dev", QUICK);

    private static List<StatusEvent> events(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> new StatusEvent("dev", SampleDeliveries.waiting("d" + i), Optional.empty(),
                        Optional.empty()))
                .toList();
    }

    private static String answer(String... errors) {
        return "{\"FailedEntryCount\":" + List.of(errors).stream().filter(error -> !error.isEmpty()).count()
                + ",\"Entries\":[" + String.join(",", List.of(errors)
                        .stream()
                        .map(error -> error.isEmpty()
                                ? "{\"EventId\":\"id\"}"
                                : "{\"ErrorCode\":\"" + error + "\",\"ErrorMessage\":\"m\"}")
                        .toList())
                + "]}";
    }

    private List<JsonObject> entries(int request) {
        return JsonObject.parse(http.requests().get(request).body()).objects("Entries");
    }

    @Test
    @DisplayName("EB-01: an entry that failed is sent again alone, and none failed is no error")
    void partialFailure() {
        http.answer(200, answer("", "ThrottlingException", "")).answer(200, answer(""));
        List<StatusEvent> events = events(3);
        assertThat(publisher.publish(events)).isEmpty();
        assertThat(entries(1)).singleElement()
                .satisfies(entry -> assertThat(entry.needText("Detail"))
                        .isEqualTo(events.get(1).detail()));
    }

    @Test
    @DisplayName("EB-01: what fails for ever is told")
    void lastingFailure() {
        for (int i = 0; i < 3; i++) {
            http.answer(200, i == 0 ? answer("", "InternalFailure") : answer("InternalFailure"));
        }
        List<StatusEvent> events = events(2);
        assertThat(publisher.publish(events)).isEqualTo(Set.of(events.get(1)));
    }

    @Test
    @DisplayName("EB-02: each event names the bus, the source and the time of the change")
    void entry() {
        http.answer(200, answer(""));
        publisher.publish(events(1));
        JsonObject entry = entries(0).getFirst();
        assertThat(entry.needText("EventBusName")).isEqualTo("tally-dev");
        assertThat(entry.needText("Source")).isEqualTo("tally");
        assertThat(entry.needText("DetailType")).isEqualTo("Delivery Waiting");
        assertThat(entry.has("Time")).isTrue();
    }

    @Test
    @DisplayName("EB-03: 23 events are sent as ten, ten and three, and no type has more than 128 characters")
    void batches() {
        http.answer(200, answer(new String[]{"", "", "", "", "", "", "", "", "", ""}))
                .answer(200, answer(new String[]{"", "", "", "", "", "", "", "", "", ""}))
                .answer(200, answer("", "", ""));
        assertThat(publisher.publish(events(23))).isEmpty();
        assertThat(IntStream.range(0, 3).map(i -> entries(i).size())).containsExactly(10, 10, 3);
        for (DeliveryStatus status : DeliveryStatus.values()) {
            assertThat(("Delivery " + status.title()).length()).isLessThan(128);
        }
    }

    @Test
    @DisplayName("EB-04: sizes are counted in bytes of UTF-8 and a batch is cut before a quarter of a megabyte")
    void sizes() {
        Delivery delivery = SampleDeliveries.waiting("d");
        String execution = "\uD83D\uDE00".repeat(30_000);
        Delivery large = SampleDeliveries.apply(SampleDeliveries.complete(delivery),
                new Transition.Start(1, execution));
        StatusEvent event = new StatusEvent("dev", large, Optional.empty(), Optional.empty());
        http.answer(200, answer("", "")).answer(200, answer(""));
        publisher.publish(List.of(event, event, event));
        assertThat(IntStream.range(0, 2).map(i -> entries(i).size())).containsExactly(2, 1);
    }

    @Test
    @DisplayName("EB-04: of a detail that is too large only what identifies the delivery goes out")
    void tooLarge() {
        Delivery complete = SampleDeliveries.complete(SampleDeliveries.waiting("d"));
        Delivery large = SampleDeliveries.apply(complete,
                new Transition.Start(1, "\uD83D\uDE00".repeat(70_000)));
        http.answer(200, answer(""));
        assertThat(publisher.publish(List.of(new StatusEvent("dev", large, Optional.empty(), Optional.empty()))))
                .isEmpty();
        JsonObject detail = JsonObject.parse(entries(0).getFirst().needText("Detail"));
        assertThat(detail.needText("id")).isEqualTo(large.key() + "!3");
        assertThat(detail.flag("shortened")).contains(true);
        assertThat(detail.has("execution")).isFalse();
    }

    @Test
    void isPrimedByARequestThatIsRefused() {
        http.answer(400, "{\"__type\":\"ValidationException\",\"message\":\"entries\"}");
        publisher.prime();
        assertThat(entries(0)).isEmpty();
    }
}
