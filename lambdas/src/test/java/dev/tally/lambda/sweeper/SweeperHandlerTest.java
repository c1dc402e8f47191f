package dev.tally.lambda.sweeper;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.tally.aws.SampleDeliveries;
import dev.tally.completeness.InMemoryCheckQueue;
import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.completeness.Transitions;
import dev.tally.dataset.Catalog;
import dev.tally.dataset.Dataset;
import dev.tally.dataset.DeliveryId;
import dev.tally.dataset.Job;
import dev.tally.dataset.ManifestFormat;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Reason;
import dev.tally.lambda.Invoked;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;
import dev.tally.sweep.Executions;
import dev.tally.sweep.InMemoryExecutions;
import dev.tally.sweep.Sweep;

import static org.assertj.core.api.Assertions.assertThat;

final class SweeperHandlerTest {
    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final InMemoryCheckQueue checks = new InMemoryCheckQueue();
    private final InMemoryExecutions executions = new InMemoryExecutions();
    private final List<String> queue = new ArrayList<>();
    private final Instant now = SampleDeliveries.AT.plus(Duration.ofDays(1));
    private final SweeperHandler handler = handler();

    private SweeperHandler handler() {
        Settings settings = Settings.read(Invoked.ENVIRONMENT, EnumSet.allOf(Setting.class));
        return new SweeperHandler(settings, () -> new Catalog("dev", Stream.of("demo", "plain")
                .map(name -> new Dataset(name, List.of(name + '/'), List.of(ManifestFormat.TALLY), Optional.empty(),
                        Optional.empty(), new Job.None(), Optional.empty(), List.of()))
                .toList()),
                new Sweep(deliveries, new Transitions(deliveries, deliveries, () -> now), executions, checks,
                        settings.sweepRhythm(), () -> now),
                queue::addAll, () -> {});
    }

    private List<String> invoke(String... messages) {
        return Invoked.failures(Invoked.withMessages(handler, List.of(messages)));
    }

    private List<String> taken() {
        List<String> taken = List.copyOf(queue);
        queue.clear();
        return taken;
    }

    @Test
    void theScheduleBecomesAPageOfEachDataset() {
        assertThat(invoke("{\"sweep\": \"everything\"}")).isEmpty();
        assertThat(queue).containsExactly("{\"sweep\":\"page\",\"dataset\":\"demo\"}",
                "{\"sweep\":\"page\",\"dataset\":\"plain\"}");
    }

    @Test
    void eachPageSendsForTheNextUntilAllAreSwept() {
        for (int i = 0; i < 250; i++) {
            Delivery sample = SampleDeliveries.waiting("d" + i);
            deliveries.create(Delivery.registered(
                    new DeliveryKey(new DeliveryId("demo", "d" + i), sample.key().revision()), sample.manifest(),
                    sample.contents(), SampleDeliveries.AT.plusSeconds(i)));
        }
        int pages = 0;
        for (List<String> todo = List.of("{\"sweep\":\"page\",\"dataset\":\"demo\"}"); !todo
                .isEmpty(); todo = taken()) {
            assertThat(invoke(todo.toArray(String[]::new))).isEmpty();
            pages++;
        }
        assertThat(pages).isEqualTo(3);
        assertThat(checks.take()).hasSize(250);
        assertThat(deliveries.all()).allMatch(delivery -> delivery.life().overdueAt().isPresent());
    }

    /** SFN-07 */
    @Test
    void sfn07ARunWhoseEndNobodyToldFailsItsDelivery() {
        Delivery waiting = deliveries.create(SampleDeliveries.waiting("a"));
        Delivery complete = deliveries.replace(waiting, SampleDeliveries.complete(waiting));
        Delivery running = deliveries.replace(complete, SampleDeliveries.processing(complete));
        executions.end(running.life().execution().orElseThrow(), new Executions.End(SampleDeliveries.AT,
                Optional.of(new Reason("execution", "Aborted", "why"))));
        invoke("{\"sweep\":\"page\",\"dataset\":\"demo\"}");
        assertThat(deliveries.all()).extracting(Delivery::status).containsExactly(DeliveryStatus.FAILED);
    }

    @Test
    void whatIsNoErrandComesAgainAndEndsWithTheDeadLetters() {
        assertThat(invoke("{\"sweep\":\"nothing\"}", "{\"sweep\":\"page\",\"dataset\":\"demo\"}", "[]"))
                .containsExactly("m0", "m2");
    }

    @Test
    void isPrimedWithoutAnyEffect() {
        handler.prime();
        assertThat(queue).isEmpty();
    }
}
