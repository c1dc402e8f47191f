package dev.tally.singer.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.tally.singer.MessageType;
import dev.tally.singer.StreamNames;
import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.Facts.StreamCounts;

/** Counts what goes into a log file, line by line; allocates only for what its facts list. */
final class LogContents {
    private final StreamNames names;
    private @Nullable Counts[] counts = new Counts[16];
    private final Map<Integer, Counts> mentioned = new LinkedHashMap<>();
    private final List<Long> injected = new ArrayList<>();
    private final List<Long> invalid = new ArrayList<>();
    private final List<Integer> schemaless = new ArrayList<>();
    private final List<BatchFile> batches = new ArrayList<>();
    private long lines;
    private long states;
    private long others;
    private long invalidTotal;
    private boolean trailingState;

    LogContents(StreamNames names) {
        this.names = names;
    }

    /** A message of the run; what is of no stream has -1 for it. */
    void message(MessageType type, int stream) {
        lines++;
        trailingState = type == MessageType.STATE;
        switch (type) {
            case RECORD, SCHEMA, BATCH, ACTIVATE_VERSION -> count(type, stream);
            case STATE -> states++;
            case OTHER -> others++;
            case INVALID -> {
                invalidTotal++;
                if (invalid.size() < Facts.Content.MOST_INVALID) {
                    invalid.add(lines);
                }
            }
        }
    }

    void injected() {
        lines++;
        injected.add(lines);
    }

    /** A stream has a message and no schema. */
    void schemaless(int stream) {
        schemaless.add(stream);
    }

    /** A data file that the last line names. */
    void batch(int stream, String uri) {
        batches.add(new BatchFile(lines, names.name(stream), uri, Optional.empty()));
    }

    long lines() {
        return lines;
    }

    long messages() {
        return lines - injected.size();
    }

    private void count(MessageType type, int stream) {
        if (stream >= counts.length) {
            counts = Arrays.copyOf(counts, 2 * (stream + 1));
        }
        Counts count = counts[stream];
        if (count == null) {
            count = new Counts();
            counts[stream] = count;
            mentioned.put(stream, count);
        }
        switch (type) {
            case RECORD -> count.records++;
            case SCHEMA -> count.schemas++;
            case BATCH -> count.batches++;
            case ACTIVATE_VERSION -> count.versions++;
            case STATE, OTHER, INVALID -> throw new IllegalArgumentException(type + " is of no stream");
        }
    }

    /** Of a stream. */
    private static final class Counts {
        private long schemas;
        private long records;
        private long batches;
        private long versions;
    }

    /** @param data what a data file is now, by its URI */
    Facts facts(String log, Facts.Origin origin, LogOutput.Finished file, boolean finalNewlineAdded,
            Optional<String> partial, Function<String, Optional<Facts.DataFile>> data) {
        var found = batches.stream()
                .map(batch -> new BatchFile(batch.line(), batch.stream(), batch.uri(), data.apply(batch.uri())))
                .toList();
        return new Facts(log, origin,
                new Facts.Content(lines, injected, invalid, invalidTotal, file.bytes(), file.sha256(),
                        trailingState, finalNewlineAdded, partial),
                file.stored(), streams(), states, others,
                schemaless.stream().map(names::name).toList(), found);
    }

    private Map<String, StreamCounts> streams() {
        Map<String, StreamCounts> streams = new LinkedHashMap<>();
        // Two names that are no UTF-8 can read the same.
        mentioned.forEach((stream, count) -> streams.merge(names.name(stream),
                new StreamCounts(count.schemas, count.records, count.batches, count.versions), StreamCounts::plus));
        return streams;
    }
}
