package dev.tally.it.singer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is wrong with the peers themselves, seen without Tally between: the replay is built around it, and the other tests keep clear of
 * it. One that fails here tells that a newer version of the peer is better.
 */
final class PeerFaultsIT {
    private static final String SCHEMA = """
            {"type":"SCHEMA","stream":"%s","schema":{"type":"object","properties":{"id":{"type":"integer"},\
            "v":{"type":"integer"}}},"key_properties":["id"]}
            """;
    private static final String RECORD = """
            {"type":"RECORD","stream":"%s","record":{"id":%d,"v":0}}
            """;

    @TempDir
    private Path folder;

    private Programs programs;
    private Targets targets;

    @BeforeEach
    void prepare() {
        programs = new Programs(folder);
        targets = new Targets(folder);
    }

    /** Meltano SDK: numbers are read as Decimal, and a STATE with one cannot be written. So replay gives loaders a STATE of its own. */
    @Test
    void targetsOfTheSdkDieOfAStateWithAFraction() throws IOException, InterruptedException {
        Path output = Files.createDirectory(folder.resolve("csv"));
        var ended = programs.pipe(stream(SCHEMA.formatted("a"), RECORD.formatted("a", 1), """
                {"type":"STATE","value":{"bookmarks":{"a":1.5}}}
                """), targets.csv(output));
        assertThat(ended.exits()).containsExactly(1);
        assertThat(ended.err()).contains("Object of type Decimal is not JSON serializable");
        assertThat(ended.out()).isEmptyFile();
    }

    /** The header of a changed SCHEMA replaces the file before the rows of the old one are written to it: w is 0 though it had v. */
    @Test
    void targetCsvPutsRowsUnderTheHeaderOfALaterSchema() throws IOException, InterruptedException {
        Path output = Files.createDirectory(folder.resolve("csv"));
        programs.pipe(
                stream(SCHEMA.formatted("a"), RECORD.formatted("a", 1), SCHEMA.formatted("a").replace("\"v\"", "\"w\""),
                        RECORD.formatted("a", 2).replace("\"v\"", "\"w\"")),
                targets.csv(output)).assertThatAllSucceeded();
        assertThat(Targets.files(output).get("a.csv")).containsExactly("id,w", "1,0", "2,0");
    }

    /** So it is no target for loading in pieces. */
    @Test
    void targetCsvBeginsAnewWithEachProcess() throws IOException, InterruptedException {
        Path output = Files.createDirectory(folder.resolve("csv"));
        for (int id = 1; id <= 2; id++) {
            programs.pipe(stream(SCHEMA.formatted("a"), RECORD.formatted("a", id)), targets.csv(output))
                    .assertThatAllSucceeded();
        }
        assertThat(Targets.files(output).get("a.csv")).containsExactly("id,v", "2,0");
    }

    /** It forgets the STATE at the next record, so a stream that does not end with one leaves no STATE at all. */
    @Test
    void targetJsonlForgetsAStateThatARecordFollows() throws IOException, InterruptedException {
        Path output = Files.createDirectory(folder.resolve("jsonl"));
        var ended = programs.pipe(stream(SCHEMA.formatted("a"), RECORD.formatted("a", 1), """
                {"type":"STATE","value":{"bookmarks":{"a":1}}}
                """, RECORD.formatted("a", 2)), targets.jsonl(output)).assertThatAllSucceeded();
        assertThat(Targets.files(output).get("a.jsonl")).hasSize(2);
        assertThat(ended.out()).isEmptyFile();
    }

    /** It says that stream a is loaded up to 1 while the record is in its memory only. So replay trusts a STATE only with exit code 0. */
    @Test
    void targetDuckdbTellsAStateWhoseRecordsItHasNotLoaded() throws IOException, InterruptedException {
        Path database = folder.resolve("early.duckdb");
        var ended = programs.pipe(stream(SCHEMA.formatted("a"), SCHEMA.formatted("b"), RECORD.formatted("a", 1), """
                {"type":"STATE","value":{"bookmarks":{"a":1}}}
                """, RECORD.formatted("b", 1), RECORD.formatted("b", 2), "and here the tap dies\n"),
                targets.duckdb(database, 2));
        assertThat(ended.exits()).containsExactly(1);
        assertThat(ended.text()).isEqualTo("{\"bookmarks\": {\"a\": 1}}\n");
        assertThat(targets.duckdbRows(database, "SELECT id FROM a")).isEmpty();
        assertThat(targets.duckdbRows(database, "SELECT id FROM b ORDER BY id")).containsExactly("(1,)", "(2,)");
    }

    /** With nothing but keys there is no UPDATE to make, and a newer DuckDB does not take None for a statement. */
    @Test
    void targetDuckdbCannotLoadAStreamOfKeysAlone() throws IOException, InterruptedException {
        var ended = programs.pipe(stream("""
                {"type":"SCHEMA","stream":"a","schema":{"type":"object","properties":{"id":{"type":"integer"}}},\
                "key_properties":["id"]}
                """, "{\"type\":\"RECORD\",\"stream\":\"a\",\"record\":{\"id\":1}}\n"),
                targets.duckdb(folder.resolve("keys.duckdb"), 100));
        assertThat(ended.exits()).containsExactly(1);
        assertThat(ended.err()).contains("TypeError: execute(): incompatible function arguments");
    }

    /** DuckDB takes the first line of the CSV file between them for its heading if there is a time in it. */
    @Test
    void targetDuckdbLosesTheFirstRowOfEachLoadThatHasATime() throws IOException, InterruptedException {
        Path database = folder.resolve("times.duckdb");
        String record = """
                {"type":"RECORD","stream":"a","record":{"id":%d,"at":"2026-11-30T00:00:00Z"}}
                """;
        programs.pipe(stream("""
                {"type":"SCHEMA","stream":"a","schema":{"type":"object","properties":{"id":{"type":"integer"},\
                "at":{"type":"string","format":"date-time"},"name":{"type":["null","string"]}}},"key_properties":["id"]}
                """, record.formatted(1), record.formatted(2), record.formatted(3), record.formatted(4)),
                targets.duckdb(database, 2)).assertThatAllSucceeded();
        assertThat(targets.duckdbRows(database, "SELECT id FROM a ORDER BY id")).containsExactly("(2,)", "(4,)");
    }

    private Path stream(String... messages) throws IOException {
        return Files.write(Files.createTempFile(folder, "stream", ".singer"),
                List.of(String.join("", messages).strip()));
    }
}
