package dev.tally.singer.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.record.RecordSettings.FirstFlush;

import static dev.tally.singer.record.Recordings.SCHEMA;
import static dev.tally.singer.record.Recordings.STATE;
import static dev.tally.singer.record.Recordings.record;
import static org.assertj.core.api.Assertions.assertThat;

/** When a batched recording makes a file, and what is in it. */
final class BatchedTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path folder;
    private Recordings recordings;

    @BeforeEach
    void begin() {
        recordings = new Recordings(folder);
    }

    @Test
    void r08StatesWithinTheIntervalMakeOneFileAndTheNextASecond() {
        var tap = new ScriptedTap().says(SCHEMA, record(0), STATE);
        for (int second = 1; second <= 119; second++) {
            tap.then(recordings.after(SECOND)).says(record(second), STATE);
        }
        tap.then(() -> assertThat(recordings.logs()).hasSize(1))
                .then(recordings.after(SECOND.multipliedBy(2)))
                .says(record(121), STATE)
                .then(() -> assertThat(recordings.logs()).hasSize(2));
        recordings.run(tap);
        // The second came at 120 s by the clock, with all the STATEs until then; that of 121 s is within the next interval.
        assertThat(recordings.logs()).hasSize(3);
        assertThat(recordings.logs().get(1).facts().states()).isEqualTo(119);
    }

    @Test
    void r08AStateAfterTheIntervalUploadsAllUpToItself() {
        var tap = new ScriptedTap().says(SCHEMA, record(1), STATE)
                .then(recordings.after(Duration.ofSeconds(121)))
                .says(record(2))
                .then(() -> assertThat(recordings.logs()).hasSize(1))
                .says(STATE)
                .then(() -> assertThat(recordings.logs()).hasSize(2));
        recordings.run(tap);
        assertThat(recordings.logs().get(1).lines()).containsExactly(SCHEMA, record(2), STATE);
        assertThat(recordings.logs().get(1).facts().content().trailingState()).isTrue();
    }

    @Test
    void r09ADeferredUploadComesByItselfWhenTheTapFallsSilent() {
        var tap = new ScriptedTap().says(SCHEMA, record(1), STATE)
                .then(recordings.after(SECOND))
                .says(record(2), STATE, record(3))
                .then(recordings.after(Duration.ofSeconds(118)))
                .then(() -> assertThat(recordings.logs()).hasSize(1))
                .then(recordings.after(SECOND))
                .then(() -> {
                    assertThat(recordings.logs()).hasSize(2);
                    assertThat(recordings.logs().get(1).lines()).containsExactly(SCHEMA, record(2), STATE);
                });
        recordings.run(tap);
        assertThat(recordings.logs().get(2).lines()).containsExactly(SCHEMA, record(3));
        assertThat(recordings.logs().get(2).facts().origin().firstMessage()).isEqualTo(6);
    }

    @Test
    void r09WhatCameBehindADeferredStateCountsForTheNext() {
        recordings.run(new ScriptedTap().says(SCHEMA, record(1), STATE)
                .then(recordings.after(SECOND))
                .says(record(2), STATE, record(3))
                .then(recordings.after(Duration.ofSeconds(260)))
                .then(() -> assertThat(recordings.logs()).hasSize(2))
                .says(STATE)
                .then(() -> assertThat(recordings.logs()).hasSize(3)));
        assertThat(recordings.logs().get(2).lines()).containsExactly(SCHEMA, record(3), STATE);
    }

    @Test
    void theFirstStateUploadsAtOnceIfSomethingStandsBeforeIt() {
        recordings.run(new ScriptedTap().says(STATE, STATE)
                .then(() -> assertThat(recordings.logs()).isEmpty())
                .says(SCHEMA, STATE)
                .then(() -> assertThat(recordings.logs()).hasSize(1)));
        assertThat(recordings.logs().getFirst().lines()).containsExactly(STATE, STATE, SCHEMA, STATE);
    }

    @Test
    void theFirstUploadCanWaitForTheInterval() {
        recordings.every(Duration.ofMinutes(2), FirstFlush.INTERVAL)
                .run(new ScriptedTap().says(SCHEMA, record(1), STATE)
                        .then(() -> assertThat(recordings.logs()).isEmpty())
                        .then(recordings.after(Duration.ofMinutes(2)))
                        .then(() -> assertThat(recordings.logs()).hasSize(1)));
    }

    @Test
    void aBufferOfStatesAloneGoesWithTheEnd() {
        recordings.run(new ScriptedTap().says(SCHEMA, record(1), STATE)
                .then(recordings.after(Duration.ofMinutes(3)))
                .says(STATE)
                .then(() -> assertThat(recordings.logs()).hasSize(1)));
        assertThat(recordings.logs().get(1).lines()).containsExactly(STATE);
    }

    @Test
    void r10MessagesBehindTheLastStateAreStoredWhateverTheInterval() {
        var outcome = recordings.tapEndsWith(3).run(SCHEMA, record(1), STATE, record(2));
        assertThat(outcome.exitCode()).isEqualTo(3);
        assertThat(recordings.logs()).hasSize(2);
        assertThat(recordings.logs().get(1).lines()).containsExactly(SCHEMA, record(2));
        assertThat(recordings.logs().get(1).facts().origin().end()).contains(new End(End.Reason.EOF, 3));
    }

    @Test
    void r10TheLastFileTellsTheEndEvenIfItWasUploadedBefore() {
        recordings.run(SCHEMA, record(1), STATE);
        assertThat(recordings.logs()).hasSize(1);
        assertThat(recordings.logs().getFirst().facts().origin().end()).contains(new End(End.Reason.EOF, 0));
    }

    @Test
    void r16AFileHasTheSchemaInForceJustBeforeTheFirstMention() {
        String other = SCHEMA.replace("\"a\"", "\"b\"");
        String changed = SCHEMA.replace("{}", "{\"x\":{}}");
        recordings.every(Duration.ZERO, FirstFlush.STATE)
                .run(SCHEMA, other, record(1), STATE, changed, STATE, STATE, record(2).replace("\"a\"", "\"b\""),
                        record(3), STATE);
        assertThat(recordings.logs().stream().map(RecordedLog::lines)).containsExactly(
                List.of(SCHEMA, other, record(1), STATE), List.of(changed, STATE),
                List.of(STATE, other, record(2).replace("\"a\"", "\"b\""), changed, record(3), STATE));
        assertThat(recordings.logs().get(2).facts().content().injected()).containsExactly(2L, 4L);
    }

    @Test
    void r18IntervalZeroMakesSchemaBatchState() throws IOException {
        Path data = Files.writeString(folder.resolve("d.jsonl"), "{}\n");
        String batch = "{\"type\":\"BATCH\",\"stream\":\"a\",\"encoding\":{\"format\":\"jsonl\"},\"manifest\":[\""
                + data.toUri()
                + "\"]}";
        recordings.every(Duration.ZERO, FirstFlush.STATE).run(SCHEMA, batch, STATE, batch, STATE);
        assertThat(recordings.logs()).hasSize(2).allSatisfy(log -> {
            assertThat(log.lines()).containsExactly(SCHEMA, batch, STATE);
            assertThat(log.facts().batches()).singleElement()
                    .satisfies(file -> assertThat(file.data().orElseThrow().bytes()).isEqualTo(3));
        });
    }

    @Test
    void r19CompressedFilesAreOneGzipMemberWithoutATime() {
        recordings.gzip(6).run(SCHEMA, record(1), STATE, record(2));
        for (RecordedLog log : recordings.logs()) {
            byte[] stored = log.stored();
            assertThat(log.name().path()).endsWith(".singer.jsonl.gz");
            assertThat(new byte[]{stored[0], stored[1], stored[4], stored[5], stored[6], stored[7]})
                    .containsExactly(0x1f, 0x8b, 0, 0, 0, 0);
        }
        assertThat(recordings.logs().get(1).lines()).containsExactly(SCHEMA, record(2));
    }

    @Test
    void aFileThatWouldBecomeTooLargeEndsBefore() {
        long two = record(1).length() * 2L + 2;
        recordings.maxFileBytes(two).run(record(1), record(2), record(3), "x".repeat(1000), record(4));
        assertThat(recordings.logs().stream().map(log -> log.facts().content().lines())).containsExactly(2L, 1L, 1L,
                1L);
        assertThat(recordings.logs().stream().map(log -> log.facts().origin().part())).containsExactly(1, 2, 3, 4);
    }

    @Test
    void r21FactsTellWhatIsInEachFile() {
        recordings.run(SCHEMA, record(1), record(2), "nonsense", "{\"type\":\"LOG\"}", STATE,
                "{\"type\":\"ACTIVATE_VERSION\",\"stream\":\"a\",\"version\":1}", record(3).replace("\"a\"", "\"z\""));
        var first = recordings.logs().get(0).facts();
        assertThat(first.origin().tap()).isEqualTo("tap-x");
        assertThat(first.origin().firstMessage()).isEqualTo(1);
        assertThat(first.origin().lastMessage()).isEqualTo(6);
        assertThat(first.streams()).containsExactly(Map.entry("a", new Facts.StreamCounts(1, 2, 0, 0)));
        assertThat(first.others()).isEqualTo(1);
        assertThat(first.content().invalid()).containsExactly(4L);
        var second = recordings.logs().get(1).facts();
        assertThat(second.origin().run()).isEqualTo(first.origin().run());
        assertThat(second.origin().firstMessage()).isEqualTo(7);
        assertThat(second.content().trailingState()).isFalse();
        assertThat(second.streams()).containsEntry("a", new Facts.StreamCounts(0, 0, 0, 1))
                .containsEntry("z", new Facts.StreamCounts(0, 1, 0, 0));
        assertThat(second.schemaless()).containsExactly("z");
    }

    @Test
    void r14RunsFollowEachOther() {
        recordings.run(SCHEMA, record(1));
        recordings.background().advance(SECOND);
        recordings.run(SCHEMA, record(2));
        assertThat(recordings.logs().stream().map(RecordedLog::lines))
                .containsExactly(List.of(SCHEMA, record(1)), List.of(SCHEMA, record(2)));
    }

    @Test
    void largeSpoolsAreFollowedByOthersAndLeaveNothingBehind() throws IOException {
        String large = "{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":\"" + "x".repeat(9_000_000) + "\"}";
        recordings.every(Duration.ZERO, FirstFlush.STATE)
                .run(SCHEMA, large, large, STATE, large, STATE, record(1), STATE);
        assertThat(recordings.logs()).hasSize(3);
        assertThat(RecordedLog.replayed(recordings.lake())).isEqualTo(recordings.echoed());
        try (Stream<Path> left = Files.list(recordings.spool())) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void anEmptyRunLeavesNothing() {
        assertThat(recordings.run().exitCode()).isZero();
        assertThat(recordings.logs()).isEmpty();
        assertThat(recordings.spool()).doesNotExist();
    }

    @Test
    void manyStreamsKeepTheirSchemas() {
        var lines = IntStream.range(0, 300)
                .mapToObj(i -> SCHEMA.replace("\"a\"", "\"stream " + i + "\""))
                .toList();
        var tap = new ScriptedTap().says(lines.toArray(String[]::new)).says(STATE);
        IntStream.range(0, 300).forEach(i -> tap.says(record(i).replace("\"a\"", "\"stream " + (299 - i) + "\"")));
        recordings.run(tap);
        assertThat(recordings.logs().get(1).facts().content().injected()).hasSize(300);
        assertThat(new String(RecordedLog.replayed(recordings.lake()), StandardCharsets.UTF_8).lines().count())
                .isEqualTo(601);
    }
}
