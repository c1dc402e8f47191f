package dev.tally.singer.replay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.RecordedLake;
import dev.tally.singer.read.Survey;
import dev.tally.singer.read.Surveyor;

import static dev.tally.singer.replay.Streams.record;
import static dev.tally.singer.replay.Streams.schema;
import static dev.tally.singer.replay.Streams.state;
import static dev.tally.singer.replay.Streams.version;
import static org.assertj.core.api.Assertions.assertThat;

/** R24: which units wait for which. */
final class PlannersTest {
    private final RecordedLake recorded = new RecordedLake();
    private final RecordedLake.Run run = recorded.run();

    @Test
    void r24LogsWithoutABarrierWaitForNone() throws IOException {
        log(schema("a"), record("a", 1));
        log(record("a", 2));
        log(schema("a"), record("a", 3));
        assertThat(byFile(Selection.ALL)).extracting(Unit::after).containsExactly(Set.of(), Set.of(), Set.of());
    }

    @Test
    void r24ActivateVersionWaitsForAllBeforeWithItsStreamAndIsWaitedFor() throws IOException {
        log(schema("a"), schema("b"), record("a", 1));
        log(record("a", 2));
        log(record("b", 1));
        log(version("a", 1));
        log(record("a", 3));
        log(record("b", 2));
        log(version("a", 2));
        assertThat(byFile(Selection.ALL)).extracting(Unit::after)
                .containsExactly(Set.of(), Set.of(), Set.of(), Set.of(0, 1), Set.of(3), Set.of(), Set.of(3, 4));
        assertThat(byFile(new Selection(Set.of(), false, false, Selection.Invalid.FAIL))).extracting(Unit::after)
                .as("without ACTIVATE_VERSION there is nothing to wait for")
                .containsOnly(Set.of());
    }

    @Test
    void r24AChangedSchemaIsABarrierWhereverItStands() throws IOException {
        log(schema("a"), record("a", 1));
        log(record("a", 2), schema("a", "changed"));
        log(record("a", 3));
        log(schema("a", "again"));
        assertThat(byFile(Selection.ALL)).extracting(Unit::after)
                .containsExactly(Set.of(), Set.of(0), Set.of(1), Set.of(1, 2));
    }

    @Test
    void r24ByStreamTheLargestStreamsGetLanesOfTheirOwnAndStayThere() throws IOException {
        log(schema("a"), schema("b"), schema("c"), record("b", 1), record("b", 2), record("a", 1), state(1));
        log(record("c", 1), record("c", 2), record("c", 3), record("b", 3));
        List<Unit> units = byStream(2, 1);
        assertThat(units).extracting(unit -> unit.streams().orElseThrow())
                .containsExactly(Set.of("b"), Set.of("a", "c"), Set.of("b"), Set.of("c"));
        assertThat(units).extracting(Unit::after).containsExactly(Set.of(), Set.of(), Set.of(0), Set.of(1));
    }

    @Test
    void r24ByStreamARoundEndsWithTheLogThatMakesItLargeEnough() throws IOException {
        for (int id = 1; id <= 5; id++) {
            log(schema("a"), record("a", id));
        }
        long log = recorded.facts(entries().getFirst().name()).content().bytes();
        assertThat(byStream(3, 2 * log)).extracting(unit -> unit.logs().size()).containsExactly(2, 2, 1);
    }

    @Test
    void ofALogWithStatesAloneThereIsNothingToLoad() throws IOException {
        log(state(1));
        assertThat(byStream(2, 1)).isEmpty();
    }

    private void log(String... lines) {
        run.log(List.of(lines), false);
    }

    private List<Unit> byFile(Selection selection) throws IOException {
        return plan(new FilePlanner(selection));
    }

    private List<Unit> byStream(int lanes, long roundBytes) throws IOException {
        return plan(new StreamPlanner(Selection.ALL, lanes, roundBytes));
    }

    private List<Unit> plan(Planner planner) throws IOException {
        var units = new ArrayList<Unit>();
        for (Survey log : surveys()) {
            planner.next(log).ifPresent(plan -> units.addAll(plan.units()));
        }
        units.addAll(planner.rest().units());
        return units;
    }

    private List<LogEntry> entries() {
        var entries = new ArrayList<LogEntry>();
        recorded.lake().list(LogRange.ALL, entries::add);
        return entries;
    }

    private List<Survey> surveys() throws IOException {
        var surveyor = new Surveyor(recorded.lake(), Optional.empty());
        var surveys = new ArrayList<Survey>();
        for (var entry : entries()) {
            surveys.add(surveyor.survey(entry));
        }
        return surveys;
    }
}
