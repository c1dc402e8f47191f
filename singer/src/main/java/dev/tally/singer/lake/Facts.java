package dev.tally.singer.lake;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tally.singer.MessageType;

/**
 * What is known of a log file that is complete; {@link FactsJson} is its form beside the file. Lines are counted in the file from 1,
 * messages in their run from 1; the SCHEMA lines that the recorder added are lines but no messages.
 *
 * @param streams what there is of each stream, by name in the order of their first mention
 * @param states STATE messages
 * @param others messages of other types
 * @param schemaless streams of which a message came while no schema was known
 */
public record Facts(String log, Origin origin, Content content, Stored stored, Map<String, StreamCounts> streams,
        long states,
        long others, List<String> schemaless, List<BatchFile> batches) {

    public Facts {
        // Keeps the order.
        streams = Collections.unmodifiableMap(new LinkedHashMap<>(streams));
        schemaless = List.copyOf(schemaless);
        batches = List.copyOf(batches);
    }

    /** The same, of a file that turned out to be the last of its run. */
    public Facts endedBy(End end) {
        var ended = new Origin(origin.run, origin.tap, origin.part, origin.firstMessage, origin.lastMessage,
                origin.firstTime,
                origin.lastTime, Optional.of(end));
        return new Facts(log, ended, content, stored, streams, states, others, schemaless, batches);
    }

    /**
     * Where it comes from.
     *
     * @param part the how manieth file of the run, from 1
     * @param firstMessage of the run, counted from 1; one more than {@code lastMessage} if the file has none
     * @param end only in the last file of a run that came to an end
     */
    public record Origin(Ulid run, String tap, int part, long firstMessage, long lastMessage,
            Optional<Instant> firstTime,
            Optional<Instant> lastTime, Optional<End> end) {}

    /** How a run ended. The exit code is the tap's if it was known, else the recorder's. */
    public record End(Reason reason, int exitCode) {
        /** In facts their names stand in lower case. */
        public enum Reason {
            EOF, SIGNAL, ERROR, EPIPE
        }
    }

    /**
     * What is in it, uncompressed.
     *
     * @param injected the lines that the recorder added
     * @param invalid the first lines that are no messages, at most {@value #MOST_INVALID}
     * @param invalidTotal how many there are
     * @param trailingState whether the last message is a STATE
     * @param finalNewlineAdded whether the last line came without a line feed and was given one
     * @param partial the name of the file beside it that has what the tap left of a last line
     */
    public record Content(long lines, List<Long> injected, List<Long> invalid, long invalidTotal, long bytes,
            String sha256,
            boolean trailingState, boolean finalNewlineAdded, Optional<String> partial) {
        public static final int MOST_INVALID = 1000;

        public Content {
            injected = List.copyOf(injected);
            invalid = List.copyOf(invalid);
        }
    }

    /** The file as it is stored. */
    public record Stored(long bytes, String sha256) {}

    /** Messages of a stream by type; injected ones are not among them. */
    public record StreamCounts(long schemas, long records, long batches, long versions) {
        public static final StreamCounts NONE = new StreamCounts(0, 0, 0, 0);

        public StreamCounts plus(StreamCounts other) {
            return new StreamCounts(schemas + other.schemas, records + other.records, batches + other.batches,
                    versions + other.versions);
        }

        public long of(MessageType type) {
            return switch (type) {
                case SCHEMA -> schemas;
                case RECORD -> records;
                case BATCH -> batches;
                case ACTIVATE_VERSION -> versions;
                case STATE, OTHER, INVALID -> 0;
            };
        }
    }

    /**
     * A data file that a BATCH message names.
     *
     * @param line the message's
     * @param uri as it stands in the message
     * @param data what the file was when the log was stored; empty if it was not found, or not looked for
     */
    public record BatchFile(long line, String stream, String uri, Optional<DataFile> data) {}

    /** How large a data file is, and the mark by which its store tells versions apart, if it has one. */
    public record DataFile(long bytes, Optional<String> etag) {}
}
