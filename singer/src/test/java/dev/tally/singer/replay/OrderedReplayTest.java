package dev.tally.singer.replay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.read.DamagedLogException;
import dev.tally.singer.read.Fault.Kind;
import dev.tally.singer.read.RecordedLake;
import dev.tally.singer.replay.Selection.Invalid;

import static dev.tally.singer.replay.Streams.batch;
import static dev.tally.singer.replay.Streams.record;
import static dev.tally.singer.replay.Streams.schema;
import static dev.tally.singer.replay.Streams.state;
import static dev.tally.singer.replay.Streams.text;
import static dev.tally.singer.replay.Streams.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** R22 and R26: what a target gets in the order of the lake, and when it gets nothing. */
final class OrderedReplayTest {
    private static final List<String> STREAM = List.of(schema("a"), record("a", 1), state(1), record("a", 2),
            schema("b"), record("b", 1), state(2), record("a", 3), version("a", 7), record("b", 2), state(3));

    private final RecordedLake recorded = new RecordedLake();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream invalid = new ByteArrayOutputStream();

    @Test
    void r22WhatTheTapWroteComesOutByteByByte() throws IOException {
        recorded.record(STREAM, Set.of(3, 7), true);
        assertThat(replay(LogRange.ALL, Selection.ALL)).isEqualTo(text(STREAM));
    }

    @Test
    void r22SelfContainedKeepsTheSchemasThatWereAdded() throws IOException {
        recorded.record(STREAM, Set.of(3, 7), false);
        var kept = replay(LogRange.ALL, new Selection(Set.of(), true, true, Invalid.FAIL));
        assertThat(kept).isEqualTo(text(List.of(schema("a"), record("a", 1), state(1), schema("a"), record("a", 2),
                schema("b"), record("b", 1), state(2), schema("a"), record("a", 3), version("a", 7), schema("b"),
                record("b", 2), state(3))));
    }

    /** Without the logs before it a range would begin with records whose schema nobody was told. */
    @Test
    void r22ARangeFromTheMiddleBeginsWithTheSchemasInForceAndRepeatsNone() throws IOException {
        List<LogName> logs = recorded.record(STREAM, Set.of(3, 7), true);
        var range = new LogRange(Set.of(), Optional.of(logs.get(1).ulid()), Optional.empty());
        assertThat(replay(range, Selection.ALL)).isEqualTo(text(List.of(schema("a"), record("a", 2), schema("b"),
                record("b", 1), state(2), record("a", 3), version("a", 7), record("b", 2), state(3))));
    }

    /** Otherwise the second half of the first run's records would be read with the other run's schema. */
    @Test
    void r22AfterAnotherRunBetweenTheSchemaOfTheFirstComesAgain() throws IOException {
        var first = recorded.run();
        first.log(List.of(schema("a"), record("a", 1)), false);
        recorded.run().log(List.of(schema("a", "other"), record("a", 2)), false);
        first.log(List.of(record("a", 3)), false);
        assertThat(replay(LogRange.ALL, Selection.ALL)).isEqualTo(text(List.of(schema("a"), record("a", 1),
                schema("a", "other"), record("a", 2), schema("a"), record("a", 3))));
    }

    @Test
    void r22RangesAreByUlidAndByTime() throws IOException {
        List<LogName> logs = recorded.record(STREAM, Set.of(3, 7), true);
        var first = new LogRange(Set.of(), Optional.empty(), Optional.of(logs.get(0).ulid()));
        assertThat(replay(first, Selection.ALL)).isEqualTo(text(STREAM.subList(0, 3)));
        out.reset();
        var second = LogRange.between(Set.of(), Optional.of(logs.get(1).ulid().time()),
                Optional.of(logs.get(2).ulid().time()));
        assertThat(replay(second, Selection.ALL)).startsWith(text(List.of(schema("a"), record("a", 2))))
                .endsWith(text(List.of(state(2))));
    }

    /** A STATE would claim streams that the target did not get. */
    @Test
    void r22WithAChoiceOfStreamsThereIsNoState() throws IOException {
        recorded.record(STREAM, Set.of(3, 7), false);
        assertThat(replay(LogRange.ALL, new Selection(Set.of("b"), true, false, Invalid.FAIL)))
                .isEqualTo(text(List.of(schema("b"), record("b", 1), record("b", 2))));
    }

    @Test
    void activateVersionCanBeLeftOut() throws IOException {
        recorded.record(STREAM, Set.of(), false);
        assertThat(replay(LogRange.ALL, new Selection(Set.of(), false, false, Invalid.FAIL)))
                .isEqualTo(text(STREAM).replace(version("a", 7) + "\n", ""));
    }

    @Test
    void severalTapsAreNotMixed() throws IOException {
        recorded.run("tap-a").log(List.of(schema("a")), false);
        recorded.run("tap-b").log(List.of(schema("b")), false);
        assertThatThrownBy(() -> replay(LogRange.ALL, Selection.ALL)).isInstanceOf(SeveralTapsException.class)
                .hasMessageContaining("tap-a, tap-b");
        assertThat(replay(new LogRange(Set.of("tap-b"), Optional.empty(), Optional.empty()), Selection.ALL))
                .isEqualTo(text(List.of(schema("b"))));
    }

    /** What the recorder of a log that grows has noted is not taken for the tap's, and a begun line is not there yet. */
    @Test
    void r22ALogThatGrowsIsReadUpToItsLastWholeLine() throws IOException {
        var run = recorded.run();
        run.log(List.of(schema("a"), record("a", 1)), false);
        run.growing(List.of(record("a", 2), state(1)), "{\"type\":\"REC");
        assertThat(replay(LogRange.ALL, Selection.ALL))
                .isEqualTo(text(List.of(schema("a"), record("a", 1), record("a", 2), state(1))));
    }

    @Test
    void r22AGzipLogThatGrowsMayEndAnywhere() throws IOException {
        var run = recorded.run();
        LogName log = run.log(List.of(schema("a"), record("a", 1), record("a", 2)), true);
        byte[] whole = stored(log);
        recorded.lake().delete(log.facts());
        for (int length = 0; length < whole.length; length++) {
            recorded.lake().put(log.path(), Arrays.copyOf(whole, length));
            out.reset();
            assertThat(text(List.of(schema("a"), record("a", 1), record("a", 2))))
                    .startsWith(replay(LogRange.ALL, Selection.ALL));
        }
    }

    @Test
    void r26ATruncatedGzipLogIsNamedAndNothingOfItGoesOut() throws IOException {
        List<LogName> logs = recorded.record(STREAM, Set.of(3, 7), true);
        byte[] whole = stored(logs.get(1));
        recorded.lake().put(logs.get(1).path(), Arrays.copyOf(whole, whole.length - 5));
        assertFault(Kind.UNREADABLE, logs.get(1), STREAM.subList(0, 3));
    }

    @Test
    void r26AnotherContentIsNamed() throws IOException {
        List<LogName> logs = recorded.record(STREAM, Set.of(3, 7), false);
        String changed = new String(recorded.content(logs.get(1)), StandardCharsets.UTF_8).replace("\"id\": 2",
                "\"id\": 9");
        recorded.lake().put(logs.get(1).path(), changed.getBytes(StandardCharsets.UTF_8));
        assertFault(Kind.CHECKSUM, logs.get(1), STREAM.subList(0, 3));
    }

    @Test
    void r26AMissingLogOfARunIsNamed() throws IOException {
        List<LogName> logs = recorded.record(STREAM, Set.of(3, 7), false);
        recorded.lake().delete(logs.get(1).path());
        var fault = assertFault(Kind.GAP, logs.get(2), STREAM.subList(0, 3));
        assertThat(fault.fault().message()).hasValue(8);
        assertThat(fault).hasMessageContaining("messages 4 to 7 of run").hasMessageContaining("are missing");
    }

    @Test
    void r26AMissingFirstLogIsNamedUnlessTheRangeBeginsLater() throws IOException {
        List<LogName> logs = recorded.record(STREAM, Set.of(3), false);
        recorded.lake().delete(logs.get(0).path());
        assertFault(Kind.GAP, logs.get(1), List.of());
        var later = new LogRange(Set.of(), Optional.of(logs.get(1).ulid()), Optional.empty());
        assertThat(replay(later, Selection.ALL)).contains(record("a", 2));
    }

    @Test
    void r26AMissingOrChangedDataFileIsNamedWithMessageAndStream() throws IOException {
        recorded.data("s3://b/1.json.gz", 71);
        LogName log = recorded
                .record(List.of(schema("a"), batch("a", "s3://b/1.json.gz"), state(1)), Set.of(), true)
                .getFirst();
        assertThat(replay(LogRange.ALL, Selection.ALL)).contains("BATCH");
        out.reset();
        recorded.data("s3://b/1.json.gz", 70);
        var changed = assertFault(Kind.DATA_CHANGED, log, List.of());
        assertThat(changed).hasMessageContaining("message 2, stream a: the data file was 71 bytes and is 70 bytes");
        recorded.noData("s3://b/1.json.gz");
        assertFault(Kind.DATA_MISSING, log, List.of());
        assertThat(new OrderedReplay(recorded.lake(), LogRange.ALL, Selection.ALL, Optional.empty(), Progress.NONE)
                .to(out, invalid)).isEqualTo(3);
    }

    @Test
    void r26FactsThatCannotBeReadAreNamed() throws IOException {
        LogName log = recorded.record(STREAM, Set.of(), true).getFirst();
        recorded.lake().put(log.facts(), new byte[]{'{'});
        assertFault(Kind.FACTS, log, List.of());
    }

    @Test
    void aLineThatIsNoMessageIsNamedKeptOrSkipped() throws IOException {
        List<String> lines = List.of(schema("a"), "THIS IS NO MESSAGE", record("a", 1));
        LogName log = recorded.record(lines, Set.of(), false).getFirst();
        var fault = assertFault(Kind.INVALID_MESSAGE, log, List.of());
        assertThat(fault).hasMessageContaining("message 2: the line is no Singer message");
        assertThat(replay(LogRange.ALL, new Selection(Set.of(), true, false, Invalid.KEEP))).isEqualTo(text(lines));
        out.reset();
        assertThat(replay(LogRange.ALL, new Selection(Set.of(), true, false, Invalid.SKIP)))
                .isEqualTo(text(List.of(schema("a"), record("a", 1))));
        assertThat(invalid).hasToString("THIS IS NO MESSAGE\n");
    }

    @Test
    void aTargetThatTakesNoMoreIsToldApartFromALakeThatCannotBeRead() {
        recorded.record(STREAM, Set.of(3), false);
        var broken = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        var replay = new OrderedReplay(recorded.lake(), LogRange.ALL, Selection.ALL, Optional.empty(), Progress.NONE);
        assertThatThrownBy(() -> replay.to(broken, invalid)).isInstanceOf(TargetGoneException.class);
    }

    private DamagedLogException assertFault(Kind kind, LogName log, List<String> before) {
        out.reset();
        var fault = catchThrowableOfType(DamagedLogException.class, () -> replay(LogRange.ALL, Selection.ALL));
        assertThat(fault.fault().kind()).isEqualTo(kind);
        assertThat(fault).hasMessageStartingWith(log.path());
        assertThat(out).as("what came before").hasToString(text(before));
        out.reset();
        return fault;
    }

    private String replay(LogRange range, Selection selection) throws IOException {
        new OrderedReplay(recorded.lake(), range, selection, Optional.of(recorded.dataFiles()), Progress.NONE)
                .to(out, invalid);
        return out.toString(StandardCharsets.UTF_8);
    }

    private byte[] stored(LogName log) throws IOException {
        try (var in = recorded.lake().open(log.path())) {
            return in.readAllBytes();
        }
    }
}
