package dev.tally.singer.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.InMemoryLake;

import static dev.tally.singer.record.Recordings.SCHEMA;
import static dev.tally.singer.record.Recordings.STATE;
import static dev.tally.singer.record.Recordings.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A log that grows in place. */
final class ContinualTest {
    @TempDir
    private Path folder;
    private Recordings recordings;

    @BeforeEach
    void begin() {
        recordings = new Recordings(folder).continual();
    }

    @Test
    void r07EachCompleteLineReachesTheFileBeforeItIsHandedOn() {
        recordings.run(new ScriptedTap().says(SCHEMA, record(1))
                .then(() -> assertThat(growing()).isEqualTo(SCHEMA + "\n" + record(1) + "\n"))
                .saysBytes("{\"type\":\"RECORD\",\"str".getBytes(StandardCharsets.UTF_8))
                .then(() -> assertThat(growing()).endsWith(record(1) + "\n"))
                .says("eam\":\"a\"}")
                .then(() -> assertThat(growing()).endsWith("{\"type\":\"RECORD\",\"stream\":\"a\"}\n")));
    }

    @Test
    void aRunIsOneFileWithItsEndAndNothingElseIsLeft() throws IOException {
        recordings.run(SCHEMA, record(1), STATE, record(2));
        var log = recordings.logs().getFirst();
        assertThat(recordings.logs()).hasSize(1);
        assertThat(log.lines()).containsExactly(SCHEMA, record(1), STATE, record(2));
        assertThat(log.facts().origin().end()).contains(new End(End.Reason.EOF, 0));
        assertThat(files()).hasSize(2);
    }

    @Test
    void r16AFileThatFollowsALargeOneIsSelfSufficientToo() {
        recordings.maxFileBytes(200).run(SCHEMA, record(1), record(2), record(3), STATE, record(4));
        assertThat(recordings.logs()).hasSizeGreaterThan(1)
                .allSatisfy(log -> assertThat(log.lines().getFirst()).isEqualTo(SCHEMA));
        assertThat(recordings.logs().get(1).facts().content().injected()).containsExactly(1L);
        assertThat(RecordedLog.replayed(recordings.lake())).isEqualTo(recordings.echoed());
    }

    @Test
    void r16AnAddedSchemaIsToldApartInALogThatWasAbandonedToo(@TempDir Path after) {
        recordings.maxFileBytes(150)
                .run(new ScriptedTap().says(SCHEMA, record(1), record(2)).then(() -> CrashTest.copy(folder, after)));
        var next = new Recordings(after).continual();
        next.run();
        assertThat(next.logs().stream().map(RecordedLog::lines))
                .containsExactly(List.of(SCHEMA, record(1)), List.of(SCHEMA, record(2)));
        assertThat(RecordedLog.replayed(next.lake())).isEqualTo(recordings.echoed());
    }

    @Test
    void r19ACompressedLogCanBeReadWhileItGrowsAndIsOneMember() {
        recordings.gzip(1)
                .run(new ScriptedTap().says(SCHEMA, record(1))
                        .then(() -> assertThat(growing()).isEqualTo(SCHEMA + "\n" + record(1) + "\n")));
        assertThat(recordings.logs().getFirst().lines()).containsExactly(SCHEMA, record(1));
    }

    @Test
    void gateStateWaitsForTheDiskAlone() {
        recordings.gated()
                .run(new ScriptedTap().says(SCHEMA, record(1), STATE)
                        .then(() -> assertThat(recordings.echoed()).asString(StandardCharsets.UTF_8)
                                .endsWith(STATE + "\n")));
    }

    @Test
    void aLakeThatIsNoFolderCannotBeRecordedToContinually() {
        assertThatThrownBy(() -> recordings.into(new InMemoryLake()).recorder())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only a folder");
    }

    @Test
    void twoRecordersAtOnceDoNotMeddleWithEachOther() {
        var other = new Recordings(folder).continual();
        recordings.run(
                new ScriptedTap().says(SCHEMA, record(1)).then(() -> other.run(SCHEMA, record(2))).says(record(3)));
        assertThat(recordings.logs().stream().map(RecordedLog::lines))
                .containsExactlyInAnyOrder(List.of(SCHEMA, record(1), record(3)), List.of(SCHEMA, record(2)));
    }

    /** What any reader finds in the only log. */
    private String growing() {
        try {
            Path log = files().stream()
                    .filter(file -> file.toString().matches(".*\\.singer\\.jsonl(\\.gz)?"))
                    .findFirst()
                    .orElseThrow();
            try (var in = AbandonedLog.stored(log, log.toString().endsWith(".gz"))) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("lake"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
