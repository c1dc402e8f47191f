package dev.tally.it.singer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;

/** Commands of real targets, each with a configuration of its own, and what such a target holds. */
final class Targets {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** When it was loaded, and by which run of the target: this differs with each. */
    private static final List<String> OF_THE_LOAD = List.of("_sdc_received_at", "_sdc_batched_at", "_sdc_sequence",
            "_sdc_sync_started_at");

    private final Path folder;

    Targets(Path folder) {
        this.folder = folder;
    }

    List<String> csv(Path output) throws IOException {
        return target(Peer.TARGET_CSV, Map.of("output_path", output.toString()));
    }

    List<String> jsonl(Path output) throws IOException {
        return target(Peer.TARGET_JSONL, Map.of("destination_path", output.toString(), "do_timestamp_file", false));
    }

    List<String> duckdb(Path database, int batchRows) throws IOException {
        return target(Peer.TARGET_DUCKDB, Map.of("filepath", database.toString(), "default_target_schema", "main",
                "batch_size_rows", batchRows, "temp_dir", folder.toString()));
    }

    List<String> postgres(Postgres server, String schema) throws IOException {
        return target(Peer.TARGET_POSTGRES, Map.of("host", "127.0.0.1", "port", server.port(), "user", "postgres",
                "password", "none", "database", "postgres", "default_target_schema", schema));
    }

    /** Each file of the folder by its name, with its lines. */
    static Map<String, List<String>> files(Path output) throws IOException {
        var files = new TreeMap<String, List<String>>();
        try (Stream<Path> found = Files.list(output)) {
            for (Path file : found.toList()) {
                files.put(file.getFileName().toString(), Files.readAllLines(file));
            }
        }
        return files;
    }

    /** Each table of the schema with its rows, all columns but those that tell of the load. */
    static Map<String, List<String>> tables(Postgres server, String schema) throws IOException, InterruptedException {
        var tables = new TreeMap<String, List<String>>();
        String ofSchema = " FROM information_schema.columns WHERE table_schema = '" + schema + "'";
        for (String table : server.rows("SELECT DISTINCT table_name" + ofSchema)) {
            String columns = String.join(", ", server.rows("SELECT quote_ident(column_name)" + ofSchema
                    + " AND table_name = '" + table + "' AND column_name NOT IN ('" + String.join("', '", OF_THE_LOAD)
                    + "') ORDER BY column_name"));
            tables.put(table + " (" + columns + ")",
                    server.rows("SELECT " + columns + " FROM " + schema + ".\"" + table + "\" ORDER BY " + columns));
        }
        return tables;
    }

    /** The rows that a query gives, each as Python prints it. */
    List<String> duckdbRows(Path database, String query) throws IOException, InterruptedException {
        var ended = new Programs(folder).run(List.of(Peer.TARGET_DUCKDB.python().toString(), "-c", """
                import duckdb, sys
                for row in duckdb.connect(sys.argv[1], read_only=True).execute(sys.argv[2]).fetchall():
                    print(row)
                """, database.toString(), query)).assertThatAllSucceeded();
        return ended.text().lines().toList();
    }

    private List<String> target(Peer peer, Map<String, Object> settings) throws IOException {
        Path config = Files.createTempFile(folder, "target", ".json");
        JSON.writeValue(config.toFile(), settings);
        return List.of(peer.command(), "--config", config.toString());
    }
}
