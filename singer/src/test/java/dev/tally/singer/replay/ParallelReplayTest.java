package dev.tally.singer.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.DamagedLogException;
import dev.tally.singer.read.RecordedLake;
import dev.tally.singer.replay.ParallelReplay.By;
import dev.tally.singer.replay.ParallelReplay.Division;
import dev.tally.singer.replay.SimulatedLoaders.Behaviour;

import static dev.tally.singer.replay.Streams.record;
import static dev.tally.singer.replay.Streams.schema;
import static dev.tally.singer.replay.Streams.state;
import static dev.tally.singer.replay.Streams.stateValue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** R23 to R25, with loaders in memory that end in the order, and in the way, that a test wants. */
@Timeout(60)
final class ParallelReplayTest {
    private static final List<String> STREAM = List.of(schema("a"), record("a", 1), state(1), record("a", 2), state(2),
            record("a", 3), state(3));
    private static final Set<Integer> CUTS = Set.of(3, 5);

    @TempDir
    private Path folder;

    private final RecordedLake recorded = new RecordedLake();
    private final Semaphore loadedLogs = new Semaphore(0);
    private final List<String> states = Collections.synchronizedList(new ArrayList<>());

    @Test
    void r23WhenTheLogsEndAsThreeOneTwoTheStateOfThreeComesAfterTwo() throws Exception {
        recorded.record(STREAM, CUTS, true);
        var gates = Map.of(record("a", 1), new CountDownLatch(1), record("a", 2), new CountDownLatch(1), record("a", 3),
                new CountDownLatch(1));
        var waits = new Behaviour.Waits(lines -> gates.get(lines.get(1)));
        try (var executor = Executors.newSingleThreadExecutor()) {
            var replay = executor
                    .submit(() -> replay(new SimulatedLoaders(start -> waits), new Division(By.FILE, 3, 1), false));
            for (int id : List.of(3, 1, 2)) {
                gates.get(record("a", id)).countDown();
                assertThat(loadedLogs.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            }
            replay.get();
        }
        assertThat(states).containsExactly(stateValue(1), stateValue(3));
    }

    @Test
    void r23AfterAFailureOnlyTheStateBeforeItIsTold() {
        recorded.record(STREAM, CUTS, true);
        var loaders = new SimulatedLoaders(
                start -> start == 1 ? new Behaviour.FailsAtTheEnd(1) : SimulatedLoaders.GOOD);
        assertThatThrownBy(() -> replay(loaders, new Division(By.FILE, 1, 1), false))
                .isInstanceOf(LoaderFailedException.class)
                .hasMessageContaining("failed with exit code 1");
        assertThat(states).containsExactly(stateValue(1));
        assertThat(loaders.starts()).isEqualTo(2);
    }

    @Test
    void r23ALoaderThatTellsNoStateOrAnotherOneIsNotBelieved() {
        recorded.record(STREAM, CUTS, true);
        for (Behaviour behaviour : List.of(new Behaviour.TellsNothing(), new Behaviour.TellsAnother(),
                new Behaviour.DiesAfter(10, 0))) {
            var loaders = new SimulatedLoaders(start -> start == 0 ? behaviour : SimulatedLoaders.GOOD);
            assertThatThrownBy(() -> replay(loaders, new Division(By.FILE, 1, 1), false))
                    .isInstanceOf(LoaderFailedException.class)
                    .hasMessageContaining("nobody knows what it loaded");
            assertThat(states).isEmpty();
        }
    }

    @Test
    void r23ByFileALoaderGetsAWholeLogWithItsSchemasAndNoStateOfTheTap() throws Exception {
        recorded.record(STREAM, CUTS, true);
        var loaders = new SimulatedLoaders();
        assertThat(replay(loaders, new Division(By.FILE, 1, 1), false)).isEqualTo(6);
        assertThat(loaders.inputs()).extracting(lines -> lines.subList(0, lines.size() - 1))
                .containsExactly(List.of(schema("a"), record("a", 1)), List.of(schema("a"), record("a", 2)),
                        List.of(schema("a"), record("a", 3)));
    }

    @Test
    void r24ByStreamEachStreamComesInItsOrderAndOnce() throws Exception {
        List<String> stream = List.of(schema("a"), schema("b"), record("a", 1), record("b", 1), state(1),
                record("b", 1),
                record("a", 2), state(2));
        recorded.record(stream, Set.of(4, 5, 6), false);
        var loaders = new SimulatedLoaders();
        replay(loaders, new Division(By.STREAM, 2, Long.MAX_VALUE), false);
        assertThat(loaders.inputs()).extracting(lines -> lines.subList(0, lines.size() - 1))
                .containsExactlyInAnyOrder(List.of(schema("a"), record("a", 1), record("a", 2)),
                        List.of(schema("b"), record("b", 1), record("b", 1)));
        assertThat(states).containsExactly(stateValue(2));
    }

    @Test
    void r25ResumeGoesOnWithWhatIsNotLoaded() throws Exception {
        recorded.record(STREAM, CUTS, true);
        var failing = new SimulatedLoaders(
                start -> start == 1 ? new Behaviour.DiesAfter(30, 9) : SimulatedLoaders.GOOD);
        assertThatThrownBy(() -> replay(failing, new Division(By.FILE, 1, 1), false))
                .hasMessageContaining("failed with exit code 9");
        states.clear();
        var good = new SimulatedLoaders();
        replay(good, new Division(By.FILE, 1, 1), true);
        assertThat(good.loadedLines()).contains(record("a", 2), record("a", 3)).doesNotContain(record("a", 1));
        assertThat(states).containsExactly(stateValue(1), stateValue(2), stateValue(3));
    }

    /** A log that comes late has a name before others: a name seen last would pass it over (R13). */
    @Test
    void r25ALogThatComesLateIsLoadedByTheNextResume() throws Exception {
        var run = recorded.run();
        run.log(List.of(schema("a"), record("a", 1), state(1)), true);
        LogName late = run.log(List.of(record("a", 2), state(2)), true);
        run.log(List.of(record("a", 3), state(3)), true);
        byte[] content = stored(late.path());
        byte[] facts = stored(late.facts());
        recorded.lake().delete(late.path());
        assertThatThrownBy(() -> replay(new SimulatedLoaders(), new Division(By.FILE, 2, 1), false))
                .isInstanceOf(DamagedLogException.class);
        assertThat(states).as("a gap is no reason not to load what comes before it").containsExactly(stateValue(1));
        recorded.lake().put(late.facts(), facts);
        recorded.lake().put(late.path(), content);
        var loaders = new SimulatedLoaders();
        replay(loaders, new Division(By.FILE, 2, 1), true);
        assertThat(loaders.loadedLines()).contains(record("a", 2), record("a", 3)).doesNotContain(record("a", 1));
        assertThat(states.getLast()).isEqualTo(stateValue(3));
    }

    @Test
    void r25WhatIsAllLoadedIsNotLoadedAgainAndItsStateIsTold() throws Exception {
        recorded.record(STREAM, CUTS, true);
        replay(new SimulatedLoaders(), new Division(By.STREAM, 2, 1), false);
        states.clear();
        var idle = new SimulatedLoaders();
        assertThat(replay(idle, new Division(By.STREAM, 2, 1), true)).isZero();
        assertThat(idle.starts()).isZero();
        assertThat(states).containsExactly(stateValue(3));
    }

    /** It has more messages by the time it is closed. */
    @Test
    void r25ALogThatGrowsIsLoadedAgainWhenItIsClosed() throws Exception {
        var run = recorded.run();
        run.log(List.of(schema("a"), record("a", 1), state(1)), true);
        run.growing(List.of(record("a", 2), state(2), record("a", 3)), "{");
        replay(new SimulatedLoaders(), new Division(By.FILE, 1, 1), false);
        assertThat(states).containsExactly(stateValue(1), stateValue(2));
        var again = new SimulatedLoaders();
        replay(again, new Division(By.FILE, 1, 1), true);
        assertThat(again.loadedLines()).contains(record("a", 2), record("a", 3)).doesNotContain(record("a", 1));
    }

    /** A STATE speaks of streams that were not loaded. */
    @Test
    void withAChoiceOfStreamsNoStateIsSafe() throws Exception {
        recorded.record(STREAM, CUTS, true);
        var selection = new Selection(Set.of("a"), true, false, Selection.Invalid.FAIL);
        try (Ledger ledger = ledger(false)) {
            new ParallelReplay(recorded.lake(), LogRange.ALL, selection, Optional.empty(), new Division(By.FILE, 1, 1),
                    ledger, Progress.NONE)
                    .run(new SimulatedLoaders(), "r", states::add, OutputStream.nullOutputStream());
        }
        assertThat(states).isEmpty();
    }

    /** Whether it is noticed by the write or, if a pipe kept that back, by the close. */
    @Test
    void r23AProcessThatEndsAtOnceIsAFailedLoader() {
        recorded.record(STREAM, CUTS, true);
        var loaders = new ProcessLoaders(List.of("false"), folder);
        assertThatThrownBy(() -> replay(loaders, new Division(By.STREAM, 2, 1), false))
                .isInstanceOf(LoaderFailedException.class)
                .hasMessageContaining("failed with exit code 1");
        assertThat(states).isEmpty();
    }

    @Test
    void r23AProcessThatPrintsTheStateItReadHasLoaded() throws Exception {
        recorded.record(STREAM, CUTS, true);
        replay(new ProcessLoaders(List.of("tail", "-n", "1"), folder), new Division(By.STREAM, 2, 1), false);
        assertThat(states.getLast()).isEqualTo(stateValue(3));
    }

    private long replay(Loaders loaders, Division division, boolean resume) throws IOException, InterruptedException {
        try (Ledger ledger = ledger(resume)) {
            return new ParallelReplay(recorded.lake(), LogRange.ALL, Selection.ALL, Optional.empty(), division, ledger,
                    (log, messages) -> loadedLogs.release())
                    .run(loaders, "r", states::add, OutputStream.nullOutputStream());
        }
    }

    private Ledger ledger(boolean resume) throws IOException {
        return Ledger.open(folder.resolve("ledger"), recorded.lake().uri(), List.of("loader"), resume);
    }

    private byte[] stored(String path) throws IOException {
        try (var in = recorded.lake().open(path)) {
            return in.readAllBytes();
        }
    }
}
