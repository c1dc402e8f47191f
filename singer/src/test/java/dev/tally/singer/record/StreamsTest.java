package dev.tally.singer.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.singer.lake.InMemoryLake;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogRange;
import dev.tally.singer.record.RecordSettings.FirstFlush;
import dev.tally.singer.replay.OrderedReplay;
import dev.tally.singer.replay.Progress;
import dev.tally.singer.replay.Selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

/** Whole streams: handed on as they are, kept as they are, each file readable alone. */
final class StreamsTest {
    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> r01r02r03r16StreamsMadeHere() {
        return Streams.made().entrySet().stream().flatMap(this::inEveryWay);
    }

    @TestFactory
    Stream<DynamicTest> r01r02r03r16RealStreams() throws IOException {
        var real = Streams.real();
        return real.isEmpty()
                ? Stream.of(dynamicTest("the samples beside the checkout",
                        () -> assumeThat(Streams.SAMPLES).as("the folder of samples").isDirectory()))
                : real.entrySet().stream().flatMap(this::inEveryWay);
    }

    private Stream<DynamicTest> inEveryWay(Map.Entry<String, byte[]> stream) {
        return Stream.of("continual", "continual gzip", "batched", "batched gzip at every STATE", "in small files")
                .map(way -> dynamicTest(stream.getKey() + ", " + way, () -> check(stream.getValue(), way)));
    }

    private void check(byte[] stream, String way) throws IOException {
        var recordings = new Recordings(Files.createTempDirectory(folder, "x"));
        switch (way) {
            case "continual" -> recordings.continual();
            case "continual gzip" -> recordings.continual().gzip(1);
            case "batched gzip at every STATE" -> recordings.into(new InMemoryLake())
                    .gzip(9)
                    .every(Duration.ZERO, FirstFlush.STATE);
            case "in small files" -> recordings.into(new InMemoryLake()).maxFileBytes(300);
            default -> recordings.gzip(1);
        }
        var outcome = recordings.run(new ScriptedTap().saysBytes(stream));
        assertThat(recordings.echoed()).isEqualTo(stream);
        byte[] replayed = RecordedLog.replayed(recordings.lake());
        assertThat(byReplay(recordings.lake())).isEqualTo(replayed);
        var last = recordings.logs().getLast().facts().content();
        assertThat(outcome.exitCode()).isEqualTo(last.partial().isPresent() ? 1 : 0);
        if (last.finalNewlineAdded()) {
            assertThat(Arrays.copyOf(replayed, replayed.length - 1)).isEqualTo(stream);
        } else if (last.partial().isPresent()) {
            assertThat(replayed).isEqualTo(Arrays.copyOf(stream, lastLineFeed(stream)));
        } else {
            assertThat(replayed).isEqualTo(stream);
        }
    }

    /** R22, by the replay itself. */
    private static byte[] byReplay(Lake lake) throws IOException {
        var out = new ByteArrayOutputStream();
        var selection = new Selection(Set.of(), true, false, Selection.Invalid.KEEP);
        new OrderedReplay(lake, LogRange.ALL, selection, Optional.empty(), Progress.NONE)
                .to(out, OutputStream.nullOutputStream());
        return out.toByteArray();
    }

    private static int lastLineFeed(byte[] stream) {
        int end = stream.length;
        while (end > 0 && stream[end - 1] != '\n') {
            end--;
        }
        return end;
    }
}
