package dev.tally.completeness;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The laws of the protocol in many schedules: never started unless every member was satisfied at the decision, never
 * started twice for an attempt, always started once everything is there and the queues are drained, nothing lost.
 *
 * <p>{@code -Dsimulation.schedules=1000000} runs more of them; {@code -Dsimulation.seed=N} runs one and prints it, with
 * {@code -Dsimulation.losses=true} the one of that number with losses.
 */
final class SimulationTest {
    private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 100_000);
    private static final boolean LOSSES = Boolean.getBoolean("simulation.losses");
    private static final Optional<Long> SEED = Optional.ofNullable(Long.getLong("simulation.seed"));

    @Test
    void everyScheduleKeepsTheLaws() throws Exception {
        if (SEED.isPresent()) {
            new Simulation(SEED.get(), LOSSES, Fault.NONE, line -> System.out.println(line.get())).run();
            return;
        }
        assertThat(firstFailure(Fault.NONE, false, SCHEDULES)).as("a schedule that breaks a law").isEmpty();
    }

    /** Whatever vanishes on the way: once everything is in the bucket and sweeps have come, it starts. */
    @Test
    void sweepsMakeGoodForEveryLoss() throws Exception {
        assertThat(firstFailure(Fault.NONE, true, SCHEDULES / 4)).as("a schedule with losses that breaks a law")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void everyMistakeIsCaught(Fault fault) throws Exception {
        assertThat(firstFailure(fault, fault.showsInLosses(), SCHEDULES)).as("a schedule that shows " + fault)
                .isPresent();
    }

    @Test
    void aSeedReplaysItsSchedule() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(traceOf(seed)).isEqualTo(traceOf(seed));
        }
    }

    /** Laws that hold because nothing happens would be worth nothing. */
    @Test
    void schedulesReachEveryPartOfTheLife() {
        Set<DeliveryStatus> ends = EnumSet.noneOf(DeliveryStatus.class);
        int mostChunks = 0;
        int mostAttempts = 0;
        for (long seed = 0; seed < 2_000; seed++) {
            Simulation simulation = new Simulation(seed, Fault.NONE, line -> {});
            simulation.run();
            for (Delivery delivery : simulation.deliveries()) {
                ends.add(delivery.status());
                mostChunks = Math.max(mostChunks, delivery.contents().chunks());
                mostAttempts = Math.max(mostAttempts, delivery.attempt());
            }
        }
        assertThat(ends).contains(DeliveryStatus.WAITING, DeliveryStatus.PROCESSED, DeliveryStatus.FAILED,
                DeliveryStatus.SUPERSEDED, DeliveryStatus.WITHDRAWN);
        assertThat(mostChunks).isGreaterThan(3);
        assertThat(mostAttempts).isGreaterThan(1);
    }

    private static List<String> traceOf(long seed) {
        List<String> trace = new ArrayList<>();
        new Simulation(seed, Fault.NONE, line -> trace.add(line.get())).run();
        return trace;
    }

    /** Runs seeds from 0 on, on all cores, until one fails. */
    private static Optional<String> firstFailure(Fault fault, boolean lossy, int schedules) throws Exception {
        int threads = Runtime.getRuntime().availableProcessors();
        AtomicBoolean found = new AtomicBoolean();
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Callable<Optional<String>>> parts = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int first = t;
                parts.add(() -> run(fault, lossy, first, schedules, threads, found));
            }
            Optional<String> failure = Optional.empty();
            for (Future<Optional<String>> part : executor.invokeAll(parts)) {
                failure = failure.or(part::resultNow);
            }
            return failure;
        }
    }

    private static Optional<String> run(Fault fault, boolean lossy, int first, int schedules, int stride,
            AtomicBoolean found) {
        for (long seed = first; seed < schedules && !found.get(); seed += stride) {
            try {
                new Simulation(seed, lossy, fault, line -> {}).run();
            } catch (AssertionError | RuntimeException broken) {
                found.set(true);
                return Optional.of("-Dsimulation.seed=" + seed + " -Dsimulation.losses=" + lossy + ": " + broken);
            }
        }
        return Optional.empty();
    }
}
