package dev.tally.singer.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.lake.LogRange;

import static dev.tally.singer.record.Recordings.SCHEMA;
import static dev.tally.singer.record.Recordings.STATE;
import static dev.tally.singer.record.Recordings.record;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recovery of a log that dies itself, after any of its steps: the next one does what it would have done. A death is what lies on the disk
 * at that time, copied to where nobody holds a lock.
 */
final class AbandonedLogTest {
    @TempDir
    private Path folder;

    private final List<Path> deaths = new ArrayList<>();
    private Path abandoned = Path.of("");

    @BeforeEach
    void abandon() {
        abandoned = folder.resolve("abandoned");
        var dying = new Recordings(folder.resolve("dying")).continual();
        dying.run(new ScriptedTap().says(SCHEMA, record(1), STATE, record(2))
                .then(() -> CrashTest.copy(folder.resolve("dying"), abandoned)));
    }

    /** The last line is whole but for its line feed, or broke off. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void r12TheNextRecoveryEndsAsThisOneWouldHave(int missing) throws IOException {
        try (var file = Files.newByteChannel(log(abandoned), StandardOpenOption.WRITE)) {
            file.truncate(file.size() - missing);
        }
        var expected = recover(abandoned, true);
        assertThat(expected.facts().content().finalNewlineAdded()).isEqualTo(missing == 1);
        assertThat(expected.facts().content().partial().isPresent()).isEqualTo(missing != 1);
        assertThat(deaths).hasSize(missing == 1 ? 1 : 2);
        for (Path death : List.copyOf(deaths)) {
            assertSame(recover(death, false), expected);
        }
    }

    /** What is noted, and made beside, comes before the log is moved. */
    @Test
    void r12ADeathBeforeTheLogTakesItsPlaceIsAsIfNothingHadBeenDone() throws IOException {
        byte[] unterminated = Files.readAllBytes(log(abandoned));
        Files.write(log(abandoned), Arrays.copyOf(unterminated, unterminated.length - 1));
        Path before = folder.resolve("before");
        CrashTest.copy(abandoned, before);
        var expected = recover(abandoned, true);
        Path noted = deaths.getLast();
        Path log = log(noted);
        Files.move(log, log.resolveSibling("." + log.getFileName() + ".closing"));
        Files.copy(log(before), log, StandardCopyOption.COPY_ATTRIBUTES);
        assertSame(recover(noted, false), expected);
    }

    private static void assertSame(RecordedLog log, RecordedLog expected) {
        assertThat(log.text()).isEqualTo(expected.text());
        assertThat(log.facts()).isEqualTo(expected.facts());
    }

    /** The log as the next recorder closes it; if it is to be watched, the disk is copied before each write into the lake. */
    private RecordedLog recover(Path place, boolean watched) throws IOException {
        var next = new Recordings(place).continual();
        if (watched) {
            next.into(new Watched(next.lake(), () -> {
                Path death = folder.resolve("death" + deaths.size());
                CrashTest.copy(place, death);
                deaths.add(death);
            }));
        }
        next.background().advance(Duration.ofDays(1));
        next.run();
        assertThat(next.spool()).isEmptyDirectory();
        try (Stream<Path> files = Files.walk(place)) {
            assertThat(files.filter(file -> file.toString().matches(".*(closing|journal)"))).isEmpty();
        }
        return next.logs().getFirst();
    }

    private static Path log(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(file -> file.toString().endsWith(".singer.jsonl")).findFirst().orElseThrow();
        }
    }

    /** A folder in which something else happens before each small file is put. */
    private record Watched(Lake folderLake, Runnable before) implements Lake {
        @Override
        public String uri() {
            return folderLake.uri();
        }

        @Override
        public Optional<Path> folder() {
            return folderLake.folder();
        }

        @Override
        public void list(LogRange range, Consumer<LogEntry> each) throws IOException {
            folderLake.list(range, each);
        }

        @Override
        public InputStream open(String path) throws IOException {
            return folderLake.open(path);
        }

        @Override
        public boolean create(String path, Path content, Map<String, String> metadata) throws IOException {
            return folderLake.create(path, content, metadata);
        }

        @Override
        public void put(String path, byte[] content) throws IOException {
            before.run();
            folderLake.put(path, content);
        }

        @Override
        public void delete(String path) throws IOException {
            folderLake.delete(path);
        }
    }
}
