package dev.tally.singer.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

import dev.tally.singer.lake.InMemoryLake;
import dev.tally.singer.record.RecordSettings.FirstFlush;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any messages, cut into blocks anywhere, in any way of recording, with any time passing: what is in the lake in the end is what the tap said.
 * And if the recorder dies between any two blocks, what it had handed on by then is in the lake when the next one has begun. A death is what
 * lies on the disk at that time, copied to where nobody holds a lock.
 */
final class CrashTest {
    private Path folder = Path.of("");

    /** How a run is recorded. */
    record Way(boolean continual, boolean gzip, int interval, FirstFlush first, int maxFileBytes) {}

    @BeforeTry
    void begin() throws IOException {
        folder = Files.createTempDirectory("singer-crash");
    }

    @AfterTry
    void end() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void whateverIsSaidIsInTheLake(@ForAll("messages") List<String> messages, @ForAll("ways") Way way,
            @ForAll @IntRange(min = 1, max = 400) int block, @ForAll @IntRange(max = 90) int seconds) {
        var recordings = recordings(folder, way);
        if (!way.continual) {
            recordings.into(new InMemoryLake());
        }
        byte[] said = text(messages);
        recordings.run(tap(said, block, recordings.after(Duration.ofSeconds(seconds))));
        assertThat(recordings.echoed()).isEqualTo(said);
        assertThat(RecordedLog.replayed(recordings.lake())).isEqualTo(said);
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void r11AfterADeathAnywhereTheNextRecorderBringsInWhatWasHandedOn(@ForAll("messages") List<String> messages,
            @ForAll("ways") Way way, @ForAll @IntRange(min = 20, max = 150) int block,
            @ForAll @IntRange(max = 90) int seconds,
            @ForAll @IntRange(max = 100) int percent) {
        byte[] said = text(messages);
        var dying = recordings(folder.resolve("a"), way);
        int death = said.length / block * percent / 100;
        var steps = new ArrayList<Integer>();
        var echoed = new ArrayList<byte[]>();
        dying.run(tap(said, block, () -> {
            dying.background().advance(Duration.ofSeconds(seconds));
            if (steps.size() == death) {
                copy(folder.resolve("a"), folder.resolve("b"));
                echoed.add(dying.echoed());
            }
            steps.add(death);
        }));
        if (!echoed.isEmpty()) {
            var next = recordings(folder.resolve("b"), way);
            next.background().advance(Duration.ofDays(1));
            next.run();
            assertThat(RecordedLog.replayed(next.lake())).isEqualTo(echoed.getFirst());
            assertThat(next.spool()).satisfiesAnyOf(spool -> assertThat(spool).doesNotExist(),
                    spool -> assertThat(spool).isEmptyDirectory());
        }
    }

    @Provide
    Arbitrary<List<String>> messages() {
        Arbitrary<String> stream = Arbitraries.of("a", "b", "\\u0061", "é");
        return Arbitraries.frequencyOf(
                Tuple.of(4,
                        stream.map(name -> "{\"type\":\"RECORD\",\"stream\":\"" + name + "\",\"record\":{\"x\":1}}")),
                Tuple.of(2, Combinators.combine(stream, Arbitraries.integers().between(0, 2))
                        .as((name, change) -> "{\"type\":\"SCHEMA\",\"stream\":\"" + name + "\",\"schema\":" + change
                                + "}")),
                Tuple.of(2,
                        Arbitraries.integers()
                                .between(0, 9)
                                .map(value -> "{\"type\":\"STATE\",\"value\":" + value + "}")),
                Tuple.of(1, stream.map(name -> "{\"stream\":\"" + name + "\",\"type\":\"activate_version\"}")),
                Tuple.of(1, Arbitraries.of("nonsense", "", "{\"type\":\"LOG\"}", "{\"type\":\"STATE\",\"value\":1}\r")))
                .list()
                .ofMinSize(10)
                .ofMaxSize(60);
    }

    @Provide
    Arbitrary<Way> ways() {
        return Combinators.combine(Arbitraries.of(true, false), Arbitraries.of(true, false), Arbitraries.of(0, 30, 120),
                Arbitraries.of(FirstFlush.class), Arbitraries.of(100, 300, 1_000_000)).as(Way::new);
    }

    private static Recordings recordings(Path folder, Way way) {
        var recordings = new Recordings(folder).every(Duration.ofSeconds(way.interval), way.first)
                .maxFileBytes(way.maxFileBytes);
        if (way.continual) {
            recordings.continual();
        }
        return way.gzip ? recordings.gzip(1) : recordings;
    }

    private static ScriptedTap tap(byte[] said, int block, Runnable between) {
        var tap = new ScriptedTap();
        for (int at = 0; at < said.length; at += block) {
            tap.saysBytes(Arrays.copyOfRange(said, at, Math.min(said.length, at + block))).then(between);
        }
        return tap;
    }

    private static byte[] text(List<String> messages) {
        return messages.stream()
                .map(message -> message + "\n")
                .reduce("", String::concat)
                .getBytes(StandardCharsets.UTF_8);
    }

    static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
