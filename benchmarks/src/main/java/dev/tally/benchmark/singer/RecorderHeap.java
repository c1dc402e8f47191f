package dev.tally.benchmark.singer;

import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

import dev.tally.benchmark.HeapPeak;
import dev.tally.singer.lake.FolderLake;
import dev.tally.singer.lake.LocalDataFiles;
import dev.tally.singer.lake.LogTemplate;
import dev.tally.singer.record.RecordConfig;
import dev.tally.singer.record.RecordConfig.Value;
import dev.tally.singer.record.Recorder;

/** The most heap that a recording needs, in this process; the lake is compressed, which takes more than a plain one. */
final class RecorderHeap {
    private RecorderHeap() {}

    static double megabytes(long records, Path folder, String mode) {
        var lake = new FolderLake(folder, LogTemplate.DEFAULT);
        var settings = new RecordConfig(
                Map.of("mode", new Value(mode, "mode"), "compression", new Value("gzip", "compression")))
                .settings("tap", _ -> true, Instant.now());
        var heap = new HeapPeak();
        var outcome = new Recorder(settings, lake, folder.resolve(".spool"), new LocalDataFiles(folder),
                InstantSource.system(),
                notice -> {
                    throw new IllegalStateException(notice);
                }).record(new Messages(records), OutputStream.nullOutputStream(), () -> 0);
        if (outcome.exitCode() != 0 || outcome.messages() != records + 1) {
            throw new IllegalStateException("It did not record all: " + outcome);
        }
        return heap.megabytes();
    }
}
