package dev.tally.singer.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Facts;
import dev.tally.singer.record.FaultyLake.Fault;
import dev.tally.singer.record.RecordSettings.FirstFlush;
import dev.tally.singer.record.RecordSettings.OnError;

import static dev.tally.singer.record.Recordings.SCHEMA;
import static dev.tally.singer.record.Recordings.STATE;
import static dev.tally.singer.record.Recordings.record;
import static org.assertj.core.api.Assertions.assertThat;

/** Lakes that fail: nothing is lost, nothing is there twice, nothing is overwritten. */
final class UploadsTest {
    private static final String BATCH = "{\"type\":\"BATCH\",\"stream\":\"a\",\"encoding\":{},\"manifest\":[\"s3://b/x-1.json.gz\"]}";

    @TempDir
    private Path folder;
    private final FaultyLake lake = new FaultyLake();
    private Recordings recordings;

    @BeforeEach
    void begin() {
        recordings = new Recordings(folder).into(lake).every(Duration.ZERO, FirstFlush.STATE);
    }

    @Test
    void r10AnUploadThatFailsIsTriedAgain() {
        var outcome = recordings.gzip(1)
                .run(new ScriptedTap().then(() -> lake.then(Fault.BEFORE, Fault.BEFORE))
                        .says(SCHEMA, record(1), STATE, record(2), STATE));
        assertThat(outcome.failed()).isFalse();
        assertThat(recordings.background().pauses()).isEqualTo(2);
        assertAllIsThere(2);
    }

    @Test
    void r10WhatCannotBeUploadedStaysInTheSpoolAndComesWithTheNextRunInOrder() {
        lake.isDown();
        var outcome = recordings.run(SCHEMA, record(1), STATE, record(2), STATE, record(3));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.handedOn()).isEqualTo(6);
        assertThat(outcome.kept()).isEqualTo(new Recorder.Kept(0, 6));
        assertThat(recordings.notices())
                .anyMatch(notice -> notice.contains("3 files") && notice.contains(recordings.spool().toString()));
        assertThat(recordings.logs()).isEmpty();
        lake.recovers();
        recordings.background().advance(Duration.ofMillis(1));
        assertThat(recordings.run(SCHEMA, record(4), STATE).exitCode()).isZero();
        assertAllIsThere(4);
    }

    @Test
    void r15AnAnswerThatWasLostIsASuccess() {
        lake.then(Fault.BEHIND);
        assertThat(recordings.gzip(1).run(SCHEMA, record(1), STATE).exitCode()).isZero();
        assertAllIsThere(1);
    }

    @Test
    void r15ANameThatIsTakenIsNotOverwritten() {
        lake.then(Fault.TAKEN);
        assertThat(recordings.run(SCHEMA, record(1), STATE, record(2), STATE).exitCode()).isZero();
        assertThat(lake.inner().paths()).hasSize(5);
        var foreign = lake.inner()
                .paths()
                .stream()
                .filter(path -> path.endsWith(".jsonl"))
                .sorted()
                .findFirst()
                .orElseThrow();
        lake.inner().delete(foreign);
        assertAllIsThere(2);
    }

    @Test
    void r12FactsComeBeforeTheLogAndDataIsLookedForBeforeBoth() {
        var data = new DataFiles() {
            @Override
            public Optional<Facts.DataFile> find(String uri) {
                lake.note("find " + uri);
                return Optional.of(new Facts.DataFile(7, Optional.of("e")));
            }

            @Override
            public void fetch(String uri, Path target) throws IOException {
                throw new NoSuchFileException(uri);
            }
        };
        recordings.dataIn(data).run(SCHEMA, BATCH, STATE, record(1));
        // R18: the data files exist before the log that names them.
        assertThat(lake.asked()).startsWith("find s3://b/x-1.json.gz", "create facts", "create log");
        var log = recordings.logs().getFirst();
        assertThat(log.facts().batches()).containsExactly(new Facts.BatchFile(2, "a", "s3://b/x-1.json.gz",
                Optional.of(new Facts.DataFile(7, Optional.of("e")))));
        assertThat(lake.inner().metadata(log.name().path())).containsEntry("first-message", "1")
                .containsEntry("last-message", "3")
                .containsEntry("sha256", log.facts().content().sha256());
    }

    @Test
    void gateStateHoldsStatesUntilTheLakeHasWhatTheyCover() {
        lake.then(Fault.BEFORE);
        recordings.gated()
                .every(Duration.ofMinutes(2), FirstFlush.STATE)
                .run(new ScriptedTap().says(SCHEMA, record(1), STATE)
                        .then(() -> assertThat(echoedLines()).containsExactly(SCHEMA, record(1), STATE))
                        .then(recordings.after(Duration.ofSeconds(1)))
                        .says(record(2), STATE, record(3))
                        .then(() -> assertThat(echoedLines()).containsExactly(SCHEMA, record(1), STATE, record(2),
                                record(3)))
                        .then(recordings.after(Duration.ofMinutes(2)))
                        .then(() -> assertThat(echoedLines()).endsWith(record(3), STATE)));
    }

    @Test
    void gateStateGivesNoStateThatTheLakeHasNot() {
        lake.isDown();
        var outcome = recordings.gated().run(SCHEMA, record(1), STATE);
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(echoedLines()).containsExactly(SCHEMA, record(1));
        assertThat(outcome.handedOn()).isEqualTo(2);
        assertThat(recordings.notices()).anyMatch(notice -> notice.startsWith("1 STATE"));
    }

    @Test
    void onErrorAbortEndsTheRun() {
        lake.isDown();
        var tap = new ScriptedTap() {
            private boolean closed;

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                if (closed) {
                    throw new IOException("closed");
                }
                return super.read(target, offset, length);
            }

            @Override
            public void close() {
                closed = true;
            }
        };
        var outcome = recordings.onError(OnError.ABORT).run(tap.says(SCHEMA, record(1), STATE).says(record(2)));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.end().reason()).isEqualTo(Facts.End.Reason.ERROR);
        assertThat(echoedLines()).containsExactly(SCHEMA, record(1), STATE);
    }

    @Test
    void batchDataCanBeCopiedIntoTheLake() throws IOException {
        Path data = Files.writeString(folder.resolve("d 1.jsonl"), "{}\n");
        String uri = data.toUri().toString();
        String batch = "{\"type\": \"BATCH\",\"manifest\" : [ \"" + uri + "\" , \"file:///gone\"] ,\"stream\":\"a\"}";
        assertThat(recordings.copying().run(SCHEMA, batch, STATE).exitCode()).as("one is not copied").isEqualTo(1);
        var log = recordings.logs().getFirst();
        String copy = "batch/" + log.name().ulid() + "/1-d%25201.jsonl";
        assertThat(lake.inner().paths()).contains(copy);
        assertThat(log.lines().get(1)).isEqualTo("{\"type\": \"BATCH\",\"manifest\" : [\"faulty://lake/" + copy
                + "\",\"file:///gone\"] ,\"stream\":\"a\"}");
        assertThat(echoedLines()).containsExactly(SCHEMA, batch, STATE);
        assertThat(recordings.notices()).anyMatch(notice -> notice.contains("not copied: file:///gone"));
    }

    @Test
    void dataFilesOfThisMachineAreWarnedOfWhereTheLakeIsElsewhere() throws IOException {
        Path data = Files.writeString(folder.resolve("d.jsonl"), "{}\n");
        recordings.run(SCHEMA, BATCH.replace("s3://b/x-1.json.gz", data.toUri().toString()), STATE);
        assertThat(recordings.notices()).singleElement().asString().contains("--batch-data=copy");
    }

    @Test
    void aStreamWithoutASchemaIsToldOnceAndFailsAStrictRun() {
        assertThat(recordings.run(record(1), record(2), STATE, record(3)).exitCode()).isZero();
        assertThat(recordings.notices()).singleElement().asString().contains("The stream a ");
        assertThat(recordings.strict(OnError.CONTINUE).run(record(1)).exitCode()).isEqualTo(1);
    }

    private List<String> echoedLines() {
        return new String(recordings.echoed(), StandardCharsets.UTF_8).lines().toList();
    }

    private void assertAllIsThere(int files) {
        assertThat(recordings.logs()).hasSize(files);
        assertThat(RecordedLog.replayed(lake)).isEqualTo(recordings.echoed());
        try (Stream<Path> left = Files.list(recordings.spool())) {
            assertThat(left).isEmpty();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }
}
