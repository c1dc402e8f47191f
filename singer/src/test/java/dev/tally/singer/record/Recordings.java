package dev.tally.singer.record;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.FolderLake;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LocalDataFiles;
import dev.tally.singer.lake.LogTemplate;
import dev.tally.singer.lake.UlidFactory;
import dev.tally.singer.record.RecordSettings.BatchData;
import dev.tally.singer.record.RecordSettings.FirstFlush;
import dev.tally.singer.record.RecordSettings.Mode;
import dev.tally.singer.record.RecordSettings.OnError;

/** Records runs one after another into one lake, in this process, with time that a test moves. */
final class Recordings {
    static final String SCHEMA = "{\"type\":\"SCHEMA\",\"stream\":\"a\",\"schema\":{\"properties\":{}},\"key_properties\":[]}";
    static final String STATE = "{\"type\":\"STATE\",\"value\":{}}";

    private final ManualBackground background = new ManualBackground();
    private final Path folder;
    private final List<String> notices = new ArrayList<>();
    private Lake lake;
    private DataFiles dataFiles;
    private RecordSettings settings = new RecordSettings("tap-x", "", LogTemplate.DEFAULT, Mode.BATCHED,
            OptionalInt.empty(), RecordSettings.DEFAULT_INTERVAL, FirstFlush.STATE,
            RecordSettings.DEFAULT_MAX_FILE_BYTES, false,
            BatchData.REFERENCE, false, OnError.CONTINUE, Optional.empty());
    private final ByteArrayOutputStream echoed = new ByteArrayOutputStream();
    private OutputStream target = echoed;
    private int tapExit;

    /** Begins with a lake in {@code folder/lake}, batched, not compressed. */
    Recordings(Path folder) {
        this.folder = folder;
        lake = new FolderLake(folder.resolve("lake"), LogTemplate.DEFAULT);
        dataFiles = new LocalDataFiles(folder);
    }

    static String record(int id) {
        return "{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":{\"id\":" + id + "}}";
    }

    Recordings into(Lake other) {
        lake = other;
        return this;
    }

    Recordings dataIn(DataFiles other) {
        dataFiles = other;
        return this;
    }

    Recordings to(OutputStream other) {
        target = other;
        return this;
    }

    Recordings tapEndsWith(int exit) {
        tapExit = exit;
        return this;
    }

    Recordings with(UnaryOperator<RecordSettings> change) {
        settings = change.apply(settings);
        return this;
    }

    Recordings continual() {
        return mode(Mode.CONTINUAL);
    }

    Recordings mode(Mode mode) {
        return with(s -> new RecordSettings(s.tap(), s.runner(), s.template(), mode, s.gzipLevel(), s.minInterval(),
                s.firstFlush(),
                s.maxFileBytes(), s.gateState(), s.batchData(), s.strict(), s.onError(), s.hurryFrom()));
    }

    Recordings gzip(int level) {
        return with(s -> new RecordSettings(s.tap(), s.runner(), s.template(), s.mode(), OptionalInt.of(level),
                s.minInterval(),
                s.firstFlush(), s.maxFileBytes(), s.gateState(), s.batchData(), s.strict(), s.onError(),
                s.hurryFrom()));
    }

    Recordings every(Duration interval, FirstFlush first) {
        return with(s -> new RecordSettings(s.tap(), s.runner(), s.template(), s.mode(), s.gzipLevel(), interval, first,
                s.maxFileBytes(), s.gateState(), s.batchData(), s.strict(), s.onError(), s.hurryFrom()));
    }

    Recordings maxFileBytes(long bytes) {
        return with(s -> new RecordSettings(s.tap(), s.runner(), s.template(), s.mode(), s.gzipLevel(), s.minInterval(),
                s.firstFlush(), bytes, s.gateState(), s.batchData(), s.strict(), s.onError(), s.hurryFrom()));
    }

    Recordings gated() {
        return with(s -> new RecordSettings(s.tap(), s.runner(), s.template(), s.mode(), s.gzipLevel(), s.minInterval(),
                s.firstFlush(), s.maxFileBytes(), true, s.batchData(), s.strict(), s.onError(), s.hurryFrom()));
    }

    Recordings copying() {
        return with(s -> new RecordSettings(s.tap(), s.runner(), s.template(), s.mode(), s.gzipLevel(), s.minInterval(),
                s.firstFlush(), s.maxFileBytes(), s.gateState(), BatchData.COPY, s.strict(), s.onError(),
                s.hurryFrom()));
    }

    Recordings strict(OnError onError) {
        return with(s -> new RecordSettings(s.tap(), s.runner(), s.template(), s.mode(), s.gzipLevel(), s.minInterval(),
                s.firstFlush(), s.maxFileBytes(), s.gateState(), s.batchData(), true, onError, s.hurryFrom()));
    }

    Recordings onError(OnError onError) {
        return with(s -> new RecordSettings(s.tap(), s.runner(), s.template(), s.mode(), s.gzipLevel(), s.minInterval(),
                s.firstFlush(), s.maxFileBytes(), s.gateState(), s.batchData(), s.strict(), onError, s.hurryFrom()));
    }

    /** Hurries when so much time has passed from now on; it may be negative. */
    Recordings hurryAfter(Duration time) {
        var from = Optional.of(background.clock().instant().plus(time));
        return with(s -> new RecordSettings(s.tap(), s.runner(), s.template(), s.mode(), s.gzipLevel(), s.minInterval(),
                s.firstFlush(), s.maxFileBytes(), s.gateState(), s.batchData(), s.strict(), s.onError(), from));
    }

    Recorder recorder() {
        return new Recorder(new Place(settings, lake, spool(), dataFiles, new UlidFactory(background.clock()),
                background.clock(), new Complaints(notices::add)), background);
    }

    Recorder.Outcome run(InputStream tap) {
        return recorder().record(tap, target, () -> tapExit);
    }

    Recorder.Outcome run(String... lines) {
        return run(new ScriptedTap().says(lines));
    }

    Path spool() {
        return folder.resolve("lake/.spool/tap-x");
    }

    ManualBackground background() {
        return background;
    }

    Runnable after(Duration time) {
        return () -> background.advance(time);
    }

    Lake lake() {
        return lake;
    }

    List<RecordedLog> logs() {
        return RecordedLog.allOf(lake);
    }

    byte[] echoed() {
        return echoed.toByteArray();
    }

    List<String> notices() {
        return notices;
    }
}
