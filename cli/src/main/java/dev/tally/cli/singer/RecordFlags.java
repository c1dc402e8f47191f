package dev.tally.cli.singer;

import java.util.LinkedHashMap;
import java.util.Map;

import picocli.CommandLine.Option;

import dev.tally.singer.record.RecordConfig;
import dev.tally.singer.record.RecordConfig.Value;

/** The settings of a recording as options; what they may be is for {@link RecordConfig} to say, as it does for files. */
final class RecordFlags {
    private final Map<String, Value> values = new LinkedHashMap<>();

    RecordConfig config() {
        return new RecordConfig(values);
    }

    @Option(names = "--lake", paramLabel = "URI", description = "Where to record to: s3://bucket/prefix, file:///folder, or a path. Default: the root of batch_config.")
    void lake(String text) {
        set("uri", text, "--lake");
    }

    @Option(names = "--tap", paramLabel = "NAME", description = "The tap's name, which files are named by. Default: the command's.")
    void tap(String text) {
        set("tap", text, "--tap");
    }

    @Option(names = "--mode", paramLabel = "MODE", description = "continual: a log grows with each message, in a folder. batched: whole files, at STATE messages.")
    void mode(String text) {
        set("mode", text, "--mode");
    }

    @Option(names = "--min-interval", paramLabel = "TIME", description = "Batched: at least so long from one upload to the next that a STATE asks for. Default: 120s.")
    void minInterval(String text) {
        set("min_interval", text, "--min-interval");
    }

    @Option(names = "--first-flush", paramLabel = "WHEN", description = "Batched: state uploads at the first STATE, interval waits for an interval. Default: state.")
    void firstFlush(String text) {
        set("first_flush", text, "--first-flush");
    }

    @Option(names = "--compression", paramLabel = "KIND", description = "gzip or none. Default: none if continual, else gzip.")
    void compression(String text) {
        set("compression", text, "--compression");
    }

    @Option(names = "--gzip-level", paramLabel = "N", description = "1, the fastest and the default, to 9.")
    void gzipLevel(String text) {
        set("gzip_level", text, "--gzip-level");
    }

    @Option(names = "--max-file-bytes", paramLabel = "N", description = "Ends a file before it becomes larger, uncompressed. Default: 268435456.")
    void maxFileBytes(String text) {
        set("max_file_bytes", text, "--max-file-bytes");
    }

    @Option(names = "--template", paramLabel = "TEXT", description = "Names of files. Default: {tap}/{yyyy}/{MM}/{dd}/{ulid}.singer.jsonl{ext}")
    void template(String text) {
        set("template", text, "--template");
    }

    @Option(names = "--prefix", paramLabel = "TEXT", description = "Stands before the names of files.")
    void prefix(String text) {
        set("prefix", text, "--prefix");
    }

    @Option(names = "--runner", paramLabel = "NAME", description = "What {runner} in the template stands for.")
    void runner(String text) {
        set("runner", text, "--runner");
    }

    @Option(names = "--gate-state", paramLabel = "WHEN", description = "durable hands a STATE on only when the lake has all before it. Default: none.")
    void gateState(String text) {
        set("gate_state", text, "--gate-state");
    }

    @Option(names = "--batch-data", paramLabel = "HOW", description = "copy copies the data files of BATCH messages into the lake. Default: reference.")
    void batchData(String text) {
        set("batch_data", text, "--batch-data");
    }

    @Option(names = "--on-error", paramLabel = "WHAT", description = "When the lake fails: continue to hand on and fail at the end, or abort. Default: continue.")
    void onError(String text) {
        set("on_error", text, "--on-error");
    }

    @Option(names = "--deadline", paramLabel = "TIME", description = "Batched: when this machine may be taken away without a signal, as 2026-11-30T12:14:00Z, or PT14M from the start. Shortly before it begins to upload all that was read each second. Default: TALLY_DEADLINE.")
    void deadline(String text) {
        set("deadline", text, "--deadline");
    }

    @Option(names = "--deadline-margin", paramLabel = "TIME", description = "How long before the deadline the hurry begins. Default: 30s.")
    void deadlineMargin(String text) {
        set("deadline_margin", text, "--deadline-margin");
    }

    @Option(names = "--strict", description = "Fails if a stream has messages before its SCHEMA.")
    void strict(boolean strict) {
        set("strict", String.valueOf(strict), "--strict");
    }

    private void set(String name, String text, String option) {
        values.put(name, new Value(text, option));
    }
}
