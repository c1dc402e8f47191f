package dev.tally.it.singer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import dev.tally.it.Tally;
import dev.tally.it.singer.Programs.Ended;

import static org.assertj.core.api.Assertions.assertThat;

/** What a real target holds after a replay is what it holds after the sync that was recorded, row by row. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReplayIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ROUNDS = 300;

    @TempDir
    private Path folder;

    private Postgres postgres;
    private Programs programs;
    private Targets targets;

    @BeforeAll
    void startPostgres() throws IOException, InterruptedException {
        postgres = Postgres.start();
    }

    @AfterAll
    void endPostgres() throws IOException {
        postgres.close();
    }

    @BeforeEach
    void prepare() {
        programs = new Programs(folder, environment());
        targets = new Targets(folder);
    }

    @Test
    void everyTargetHoldsTheSameAfterAReplay() throws IOException, InterruptedException {
        Path csv = Files.createDirectory(folder.resolve("csv"));
        Path jsonl = Files.createDirectory(folder.resolve("jsonl"));
        Path duck = folder.resolve("direct.duckdb");
        Path lake = folder.resolve("lake");
        Path stream = tapJsonl(Map.of());
        record(stream, lake, targets.postgres(postgres, "direct")).assertThatAllSucceeded();
        programs.pipe(stream, targets.csv(csv)).assertThatAllSucceeded();
        programs.pipe(stream, targets.jsonl(jsonl)).assertThatAllSucceeded();
        programs.pipe(stream, targets.duckdb(duck, 100)).assertThatAllSucceeded();

        Path csvAgain = Files.createDirectory(folder.resolve("csv-again"));
        Path jsonlAgain = Files.createDirectory(folder.resolve("jsonl-again"));
        Path duckAgain = folder.resolve("again.duckdb");
        replay(lake, targets.postgres(postgres, "again")).assertThatAllSucceeded();
        replay(lake, targets.csv(csvAgain)).assertThatAllSucceeded();
        replay(lake, targets.jsonl(jsonlAgain)).assertThatAllSucceeded();
        replay(lake, targets.duckdb(duckAgain, 100)).assertThatAllSucceeded();
        assertThat(Targets.tables(postgres, "again")).isNotEmpty().isEqualTo(Targets.tables(postgres, "direct"));
        assertThat(Targets.files(csvAgain)).isNotEmpty().isEqualTo(Targets.files(csv));
        assertThat(Targets.files(jsonlAgain)).isNotEmpty().isEqualTo(Targets.files(jsonl));
        String rows = "SELECT * FROM rows ORDER BY id";
        assertThat(targets.duckdbRows(duckAgain, rows)).isNotEmpty().isEqualTo(targets.duckdbRows(duck, rows));
    }

    /** R26: the lake names the data files of the batches, and looks for them before the target does. */
    @Test
    void batchesAreLoadedAgainWhileTheirDataFilesAreThere() throws IOException, InterruptedException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Path lake = folder.resolve("lake-of-batches");
        Path stream = tapJsonl(
                Map.of("batch_config", Map.of("encoding", Map.of("format", "jsonl", "compression", "gzip"),
                        "storage", Map.of("root", data.toUri().toString().replaceAll("/$", ""), "prefix", "p-"))));
        assertThat(Files.readString(stream)).contains("\"type\":\"BATCH\"");
        record(stream, lake, targets.postgres(postgres, "batches")).assertThatAllSucceeded();
        replay(lake, targets.postgres(postgres, "batches_again")).assertThatAllSucceeded();
        assertThat(Targets.tables(postgres, "batches_again")).isNotEmpty()
                .isEqualTo(Targets.tables(postgres, "batches"));

        try (Stream<Path> files = Files.list(data)) {
            Files.delete(files.findFirst().orElseThrow());
        }
        Ended refused = programs.run(Tally.command("singer", "replay", "--lake", lake.toString()));
        assertThat(refused.exits()).containsExactly(1);
        assertThat(refused.out()).isEmptyFile();
        assertThat(refused.err()).contains("message 2, stream rows: the data file is not there");
    }

    /** Another reader of Singer files takes a log as it is, and nothing of what lies beside it for one. */
    @Test
    void tapSingerJsonlReadsALogOfTheLake() throws IOException, InterruptedException {
        Path lake = folder.resolve("lake-for-others");
        Path stream = manyStreams();
        record(stream, lake, List.of("cat")).assertThatAllSucceeded();
        Path config = Files.createTempFile(folder, "tap", ".json");
        JSON.writeValue(config.toFile(), Map.of("source", "local", "local",
                Map.of("folders", List.of(lake.toString()), "recursive", true, "paths", List.of()),
                "add_record_metadata",
                false));
        Ended read = programs.run(List.of(Peer.TAP_SINGER_JSONL.command(), "--config", config.toString()))
                .assertThatAllSucceeded();
        assertThat(read.out()).hasSameTextualContentAs(stream);
    }

    /** R24 with a real target: rows that are written again and again end as the last message has them. */
    @Test
    void r24FourLoadersByStreamLeaveTheSameRows() throws IOException, InterruptedException {
        Path lake = folder.resolve("lake-of-many");
        Path stream = manyStreams();
        record(stream, lake, targets.postgres(postgres, "many"), "--mode", "batched", "--min-interval", "0s")
                .assertThatAllSucceeded();
        postgres.psql("CREATE SCHEMA many_parallel");
        Ended loaded = programs
                .run(parallel(lake, targets.postgres(postgres, "many_parallel"), "--checkpoint", "1000000000"))
                .assertThatAllSucceeded();
        assertThat(Targets.tables(postgres, "many_parallel")).hasSize(5).isEqualTo(Targets.tables(postgres, "many"));
        assertThat(loaded.text()).isEqualTo("{\"bookmarks\": {\"all\": " + ROUNDS + "}}\n");
    }

    /** R25 with a real target: killed with all its loaders once a STATE was told, and resumed. */
    @Test
    void r25AReplayThatWasKilledIsResumed() throws IOException, InterruptedException {
        Path lake = folder.resolve("lake-to-resume");
        record(manyStreams(), lake, targets.postgres(postgres, "whole"), "--mode", "batched", "--min-interval", "0s")
                .assertThatAllSucceeded();
        postgres.psql("CREATE SCHEMA resumed");
        List<String> command = parallel(lake, targets.postgres(postgres, "resumed"), "--checkpoint", "60000");
        String firstState = killAfterFirstState(command);
        var resume = new ArrayList<>(command);
        resume.add(resume.indexOf("--checkpoint"), "--resume");
        List<String> states = programs.run(resume).assertThatAllSucceeded().text().lines().toList();
        assertThat(states.getFirst()).as("what was safe before is so from the beginning").isEqualTo(firstState);
        assertThat(states.getLast()).isEqualTo("{\"bookmarks\": {\"all\": " + ROUNDS + "}}");
        assertThat(Targets.tables(postgres, "resumed")).hasSize(5).isEqualTo(Targets.tables(postgres, "whole"));
        assertThat(programs.run(resume).assertThatAllSucceeded().err()).contains("Loaded 0 messages of 0 logs");
    }

    private String killAfterFirstState(List<String> command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment());
        Process replay = builder.start();
        try (var states = replay.inputReader()) {
            String first = states.readLine();
            List<ProcessHandle> loaders = replay.descendants().toList();
            replay.destroyForcibly();
            loaders.forEach(ProcessHandle::destroyForcibly);
            assertThat(replay.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(first).as("a STATE before the end").isNotNull();
            return first;
        }
    }

    private Map<String, String> environment() {
        var environment = new HashMap<>(Tally.ENVIRONMENT);
        environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
        return environment;
    }

    private Ended record(Path stream, Path lake, List<String> target, String... options)
            throws IOException, InterruptedException {
        var words = new ArrayList<>(Tally.command("singer", "record", "--lake", lake.toString(), "--tap", "tap-test"));
        words.addAll(List.of(options));
        return programs.pipe(stream, words, target);
    }

    private Ended replay(Path lake, List<String> target) throws IOException, InterruptedException {
        return programs.pipe(Path.of("/dev/null"), Tally.command("singer", "replay", "--lake", lake.toString()),
                target);
    }

    private static List<String> parallel(Path lake, List<String> target, String... options) {
        var words = new ArrayList<>(
                Tally.command("singer", "replay", "--lake", lake.toString(), "--parallel", "4", "--by",
                        "stream"));
        words.addAll(List.of(options));
        words.add("--");
        words.addAll(target);
        return List.copyOf(words);
    }

    /** What tap-jsonl says of some rows. */
    private Path tapJsonl(Map<String, Object> settings) throws IOException, InterruptedException {
        Path rows = folder.resolve("rows.jsonl");
        var lines = new ArrayList<String>();
        for (int id = 0; id < ROUNDS; id++) {
            lines.add(
                    "{\"id\":%d,\"name\":\"n\\u00fc %d\",\"price\":%d.25,\"at\":\"2026-11-30T00:00:%02dZ\",\"none\":null}"
                            .formatted(id, id, id, id % 60));
        }
        Files.write(rows, lines);
        var config = new HashMap<String, Object>(settings);
        config.putAll(Map.of("path", rows.toString(), "stream_name", "rows", "primary_keys", List.of("id")));
        Path file = Files.createTempFile(folder, "tap", ".json");
        JSON.writeValue(file.toFile(), config);
        return programs.run(List.of(Peer.TAP_JSONL.command(), "--config", file.toString()))
                .assertThatAllSucceeded()
                .out();
    }

    /** Five streams whose rows are written several times, and a STATE after each tenth round. */
    private Path manyStreams() throws IOException {
        var lines = new ArrayList<String>();
        for (int stream = 0; stream < 5; stream++) {
            lines.add(
                    "{\"type\": \"SCHEMA\", \"stream\": \"s%d\", \"schema\": {\"type\": \"object\", \"properties\": {\"id\": {\"type\": \"integer\"}, \"v\": {\"type\": [\"string\", \"null\"]}}}, \"key_properties\": [\"id\"]}"
                            .formatted(stream));
        }
        for (int round = 1; round <= ROUNDS; round++) {
            for (int stream = 0; stream < 5; stream++) {
                lines.add(
                        "{\"type\": \"RECORD\", \"stream\": \"s%d\", \"record\": {\"id\": %d, \"v\": \"of round %d\"}}"
                                .formatted(stream, (round * (stream + 3)) % 97, round));
            }
            if (round % 10 == 0) {
                lines.add("{\"type\": \"STATE\", \"value\": {\"bookmarks\": {\"all\": %d}}}".formatted(round));
            }
        }
        return Files.write(Files.createTempFile(folder, "many", ".singer"), lines);
    }
}
