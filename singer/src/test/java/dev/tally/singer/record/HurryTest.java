package dev.tally.singer.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.record.FaultyLake.Fault;

import static dev.tally.singer.record.Recordings.SCHEMA;
import static dev.tally.singer.record.Recordings.STATE;
import static dev.tally.singer.record.Recordings.record;
import static org.assertj.core.api.Assertions.assertThat;

/** What a batched recording does when its deadline is near. */
final class HurryTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path folder;
    private Recordings recordings;

    @BeforeEach
    void begin() {
        recordings = new Recordings(folder).hurryAfter(Duration.ofSeconds(30));
    }

    @Test
    void r11BeforeTheHurryNothingChangesAndThenAllThatWasReadIsUploadedEachSecond() {
        recordings.run(new ScriptedTap().says(SCHEMA, record(1), STATE)
                .then(recordings.after(Duration.ofSeconds(29)))
                .says(record(2))
                .then(() -> assertThat(recordings.logs()).hasSize(1))
                .then(recordings.after(SECOND))
                .then(() -> assertThat(recordings.logs()).hasSize(2))
                .says(record(3))
                .then(() -> assertThat(recordings.logs()).hasSize(2))
                .then(recordings.after(SECOND))
                .then(() -> assertThat(recordings.logs()).hasSize(3))
                .then(recordings.after(SECOND.multipliedBy(10)))
                .then(() -> assertThat(recordings.logs()).as("nothing new").hasSize(3))
                .says(record(4)));
        assertThat(recordings.logs().stream().map(RecordedLog::lines)).containsExactly(
                List.of(SCHEMA, record(1), STATE), List.of(SCHEMA, record(2)), List.of(SCHEMA, record(3)),
                List.of(SCHEMA, record(4)));
        assertThat(recordings.logs().stream().map(log -> log.facts().origin().part())).containsExactly(1, 2, 3, 4);
        assertThat(recordings.logs().getLast().facts().origin().end()).contains(new End(End.Reason.EOF, 0));
        assertAllIsThereAndNothingElse();
    }

    @Test
    void r11ADeadlineInThePastIsAHurryFromTheStart() {
        recordings.hurryAfter(Duration.ofDays(-1))
                .run(new ScriptedTap().then(recordings.after(SECOND))
                        .says(SCHEMA, record(1))
                        .then(() -> assertThat(recordings.logs()).isEmpty())
                        .then(recordings.after(SECOND))
                        .then(() -> assertThat(recordings.logs()).hasSize(1)));
        assertThat(recordings.logs()).as("the end has nothing to add but itself").hasSize(1);
        assertThat(recordings.logs().getFirst().facts().origin().end()).contains(new End(End.Reason.EOF, 0));
    }

    @Test
    void r11ADeferredStateGoesWithTheHurryAndIsReleased() {
        recordings.gated()
                .run(new ScriptedTap().says(SCHEMA, record(1), STATE)
                        .then(recordings.after(SECOND))
                        .says(record(2), STATE, record(3))
                        .then(() -> assertThat(echoed()).endsWith(record(2) + "\n" + record(3) + "\n"))
                        .then(recordings.after(SECOND.multipliedBy(29)))
                        .then(() -> assertThat(echoed()).endsWith(record(3) + "\n" + STATE + "\n"))
                        .then(recordings.after(Duration.ofMinutes(3)))
                        .then(() -> assertThat(recordings.logs()).as("the alarm of the STATE has nothing to do")
                                .hasSize(2)));
        assertThat(recordings.logs().get(1).lines()).containsExactly(SCHEMA, record(2), STATE, record(3));
    }

    @Test
    void r11AnUnfinishedLineWaitsUntilItIsWhole() {
        recordings.run(new ScriptedTap().says(SCHEMA)
                .saysBytes("{\"type\":\"RECORD\",\"str".getBytes(StandardCharsets.UTF_8))
                .then(recordings.after(SECOND.multipliedBy(30)))
                .then(() -> assertThat(recordings.logs().getFirst().lines()).containsExactly(SCHEMA))
                .says("eam\":\"a\"}"));
        assertThat(recordings.logs().get(1).lines()).containsExactly(SCHEMA,
                "{\"type\":\"RECORD\",\"stream\":\"a\"}");
    }

    @Test
    void r11WhatALakeRefusedInTheHurryComesInOrderLater() {
        var lake = new FaultyLake();
        recordings.into(lake)
                .run(new ScriptedTap().says(SCHEMA, record(1))
                        .then(() -> lake.then(Fault.BEFORE, Fault.BEFORE, Fault.BEFORE, Fault.BEFORE))
                        .then(recordings.after(SECOND.multipliedBy(30)))
                        .then(() -> assertThat(recordings.logs()).isEmpty())
                        .says(record(2))
                        .then(recordings.after(SECOND))
                        .then(() -> assertThat(recordings.logs()).hasSize(2)));
        assertAllIsThereAndNothingElse();
    }

    @Test
    void r11LargeSpoolsAreFollowedByOthersInTheHurryToo() {
        String large = "{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":\"" + "x".repeat(18_000_000) + "\"}";
        recordings.run(new ScriptedTap().says(SCHEMA, large)
                .then(recordings.after(SECOND.multipliedBy(30)))
                .says(record(1))
                .then(recordings.after(SECOND))
                .then(() -> assertThat(recordings.logs()).hasSize(2))
                .says(record(2)));
        assertThat(recordings.logs()).hasSize(3);
        assertAllIsThereAndNothingElse();
    }

    private String echoed() {
        return new String(recordings.echoed(), StandardCharsets.UTF_8);
    }

    private void assertAllIsThereAndNothingElse() {
        assertThat(RecordedLog.replayed(recordings.lake())).isEqualTo(recordings.echoed());
        try (Stream<Path> left = Files.list(recordings.spool())) {
            assertThat(left).isEmpty();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }
}
