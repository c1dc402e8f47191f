package dev.tally.singer.record;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.record.RecordSettings.Mode;

import static dev.tally.singer.record.Recordings.SCHEMA;
import static dev.tally.singer.record.Recordings.STATE;
import static dev.tally.singer.record.Recordings.record;
import static org.assertj.core.api.Assertions.assertThat;

/** What the target gets, whatever happens to the lake; and what the lake gets, whatever happens to the target. */
final class EchoTest {
    @TempDir
    private Path folder;
    private Recordings recordings;

    @BeforeEach
    void begin() {
        recordings = new Recordings(folder);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void r01EachMessageIsHandedOnAtOnce(Mode mode) {
        recordings.mode(mode)
                .run(new ScriptedTap().says(SCHEMA)
                        .then(() -> assertThat(echoed()).isEqualTo(SCHEMA + "\n"))
                        .says(record(1), STATE)
                        .then(() -> assertThat(echoed()).isEqualTo(SCHEMA + "\n" + record(1) + "\n" + STATE + "\n"))
                        .saysBytes(new byte[]{'{'}));
        assertThat(echoed()).endsWith(STATE + "\n{");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void r01ItIsHandedOnEvenIfTheLakeCannotBeWritten(Mode mode) throws IOException {
        Files.writeString(folder.resolve("lake"), "a file where a folder should be");
        var outcome = recordings.mode(mode).run(SCHEMA, record(1), STATE);
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(echoed()).isEqualTo(SCHEMA + "\n" + record(1) + "\n" + STATE + "\n");
        assertThat(recordings.notices())
                .anyMatch(notice -> notice.contains("Message 1 and what follows it is handed on, and not kept"));
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void r10ATargetThatStopsReadingDoesNotStopTheRecording(Mode mode) {
        var outcome = recordings.mode(mode).to(new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("Broken pipe");
            }
        }).run(SCHEMA, record(1), STATE, record(2));
        assertThat(outcome.exitCode()).isEqualTo(141);
        assertThat(outcome.end()).isEqualTo(new End(End.Reason.EPIPE, 141));
        assertThat(outcome.handedOn()).isZero();
        assertThat(outcome.kept()).isEqualTo(new Recorder.Kept(4, 0));
        assertThat(new String(RecordedLog.replayed(recordings.lake()), StandardCharsets.UTF_8))
                .isEqualTo(String.join("\n", SCHEMA, record(1), STATE, record(2)) + "\n");
        assertThat(recordings.notices()).singleElement().asString().contains("recording goes on");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void r10AnErrorOfTheTapsPipeKeepsWhatCame(Mode mode) {
        var outcome = recordings.mode(mode).run(new ScriptedTap().says(SCHEMA, record(1)).then(() -> {
            throw new IllegalStateException("read failed");
        }));
        assertThat(outcome.end()).isEqualTo(new End(End.Reason.ERROR, 1));
        assertThat(recordings.logs().getFirst().lines()).containsExactly(SCHEMA, record(1));
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void r12AMessageWithoutALineFeedIsKeptWithOne(Mode mode) {
        recordings.mode(mode).run(new ScriptedTap().says(SCHEMA).saysBytes(record(1).getBytes(StandardCharsets.UTF_8)));
        var log = recordings.logs().getFirst();
        assertThat(echoed()).isEqualTo(SCHEMA + "\n" + record(1));
        assertThat(log.text()).isEqualTo(SCHEMA + "\n" + record(1) + "\n");
        assertThat(log.facts().content().finalNewlineAdded()).isTrue();
        assertThat(log.facts().content().partial()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void r12ALineThatBrokeOffIsKeptBesideTheLog_SNG_10(Mode mode) throws IOException {
        String broken = record(1).substring(0, 30);
        var outcome = recordings.mode(mode)
                .run(new ScriptedTap().says(SCHEMA).saysBytes(broken.getBytes(StandardCharsets.UTF_8)));
        var log = recordings.logs().getFirst();
        assertThat(echoed()).isEqualTo(SCHEMA + "\n" + broken);
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(recordings.notices()).anyMatch(notice -> notice.contains("in the midst of a line"));
        assertThat(log.text()).isEqualTo(SCHEMA + "\n");
        assertThat(log.facts().content().partial()).contains(LogName.fileName(log.name().partial()));
        assertThat(folder.resolve("lake").resolve(log.name().partial())).hasContent(broken);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void r12OfARunThatBrokeOffInItsFirstLineThatIsKept(Mode mode) {
        recordings.mode(mode).run(new ScriptedTap().saysBytes(new byte[]{'{', '"'}));
        assertThat(recordings.logs().getFirst().facts().content().partial()).isPresent();
        assertThat(recordings.logs().getFirst().text()).isEmpty();
    }

    private String echoed() {
        return new String(recordings.echoed(), StandardCharsets.UTF_8);
    }
}
