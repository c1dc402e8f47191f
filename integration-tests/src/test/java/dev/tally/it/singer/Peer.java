package dev.tally.it.singer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tally.local.CloudDirectories;
import dev.tally.local.PythonEnvironment;

/** A tap or target of others, installed at its first use, with all it needs pinned by hash in {@code integration-tests/peers}. */
public enum Peer {
    TAP_JSONL("tap-jsonl", "tap-jsonl"), TAP_SINGER_JSONL("tap-singer-jsonl", "tap-singer-jsonl"), TARGET_CSV(
            "meltanolabs-target-csv", "target-csv"), TARGET_POSTGRES("meltanolabs-target-postgres",
                    "target-postgres"), TARGET_DUCKDB("target-duckdb", "target-duckdb"), TARGET_JSONL("target-jsonl",
                            "target-jsonl");

    private final String distribution;
    private final String command;

    Peer(String distribution, String command) {
        this.distribution = distribution;
        this.command = command;
    }

    /** The path of its command. */
    public String command() {
        return python().resolveSibling(command).toString();
    }

    /** The interpreter that has the peer's libraries. */
    Path python() {
        var requirements = Path.of("peers", distribution + ".txt");
        try {
            return PythonEnvironment
                    .in(CloudDirectories.of(System.getenv()).cache().resolve("peers"), Files.readAllBytes(requirements))
                    .interpreter();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
