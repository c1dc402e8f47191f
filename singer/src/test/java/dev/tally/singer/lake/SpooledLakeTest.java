package dev.tally.singer.lake;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** R26: a log is fetched once, so that what was looked through is what is given away. */
final class SpooledLakeTest {
    private static final int MOST = 10;

    @TempDir
    private Path folder;
    private final CountedLake lake = new CountedLake();
    private final List<String> logs = Stream.of(1, 2, 3)
            .map(i -> LogTemplate.DEFAULT.name(Ulid.lowest(Instant.ofEpochSecond(i)), "tap", "", true).path())
            .toList();
    private SpooledLake spooled;

    /** Counts what is fetched. */
    private static final class CountedLake implements Lake {
        private final InMemoryLake files = new InMemoryLake();
        private final List<String> opened = new ArrayList<>();

        @Override
        public String uri() {
            return files.uri();
        }

        @Override
        public void list(LogRange range, Consumer<LogEntry> each) {
            files.list(range, each);
        }

        @Override
        public InputStream open(String path) throws IOException {
            opened.add(path);
            return new ByteArrayInputStream(files.open(path).readAllBytes());
        }

        @Override
        public boolean create(String path, Path content, Map<String, String> metadata) throws IOException {
            return files.create(path, content, metadata);
        }

        @Override
        public void put(String path, byte[] content) {
            files.put(path, content);
        }

        @Override
        public void delete(String path) {
            files.delete(path);
        }
    }

    @BeforeEach
    void open() {
        spooled = new SpooledLake(lake, folder, MOST);
    }

    private String text(String path) throws IOException {
        try (InputStream in = spooled.open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private long spoolFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    @Test
    void aLogIsFetchedOnceAndTheFactsEachTime() throws IOException {
        String facts = LogName.parse(logs.getFirst()).orElseThrow().facts();
        spooled.put(logs.getFirst(), "12345".getBytes(StandardCharsets.UTF_8));
        spooled.put(facts, "{}".getBytes(StandardCharsets.UTF_8));
        assertThat(text(logs.getFirst())).isEqualTo("12345");
        lake.put(logs.getFirst(), "other".getBytes(StandardCharsets.UTF_8));
        assertThat(text(logs.getFirst())).as("what was looked through").isEqualTo("12345");
        text(facts);
        text(facts);
        assertThat(lake.opened).containsExactly(logs.getFirst(), facts, facts);
        assertThatThrownBy(() -> spooled.open(logs.getLast())).isInstanceOf(NoSuchFileException.class);
        spooled.close();
        assertThat(spoolFiles()).isZero();
    }

    /** A replay that is interrupted closes nothing. */
    @Test
    void nothingIsLeftBehindAnInterrupt() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                Interrupted.class.getName(), folder.toString()).redirectErrorStream(true).start();
        assertThat(process.getInputStream().read()).as("it has a spool").isEqualTo('1');
        assertThat(spoolFiles()).isEqualTo(1);
        process.destroy();
        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(spoolFiles()).isZero();
    }

    /** Fetches a log into a folder, tells of it, and waits. */
    static final class Interrupted {
        private Interrupted() {}

        public static void main(String[] folder) throws IOException, InterruptedException {
            var lake = new CountedLake();
            String log = LogTemplate.DEFAULT.name(Ulid.lowest(Instant.ofEpochSecond(1)), "tap", "", true).path();
            lake.put(log, new byte[]{'1'});
            try (var spooled = new SpooledLake(lake, Path.of(folder[0]), MOST); InputStream in = spooled.open(log)) {
                System.out.write(in.read());
                System.out.flush();
                Thread.sleep(60_000);
            }
        }
    }

    @Test
    void theOldestGoWhenTheyAreTooManyBytes() throws IOException {
        for (String log : logs) {
            lake.put(log, "12345".getBytes(StandardCharsets.UTF_8));
            text(log);
        }
        assertThat(spoolFiles()).isEqualTo(2);
        for (String log : List.of(logs.get(1), logs.get(2), logs.get(0))) {
            assertThat(text(log)).isEqualTo("12345");
        }
        assertThat(lake.opened).containsExactly(logs.get(0), logs.get(1), logs.get(2), logs.get(0));
    }

    @Test
    void whatCannotBeKeptIsFetchedEachTime() throws IOException {
        String large = "x".repeat(300_000);
        lake.put(logs.getFirst(), large.getBytes(StandardCharsets.UTF_8));
        assertThat(text(logs.getFirst())).isEqualTo(large);
        assertThat(text(logs.getFirst())).isEqualTo(large);
        assertThat(spoolFiles()).isZero();
        spooled = new SpooledLake(lake, folder.resolve("none"), MOST);
        assertThat(text(logs.getFirst())).isEqualTo(large);
    }
}
