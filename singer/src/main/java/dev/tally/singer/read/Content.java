package dev.tally.singer.read;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.Facts.StreamCounts;

/**
 * What was found in a log, up to its last whole line.
 *
 * @param bytes uncompressed
 * @param lines all of them, {@code injected} ones too
 * @param streams in the order of their first mention; injected lines are not counted
 * @param invalidLines those that are no messages
 * @param looseLines those that strict readers of JSON object to; none unless they were looked for
 * @param lastState the value of the last STATE message, as it is written there
 * @param batches the data files that BATCH messages name
 */
public record Content(long bytes, String sha256, long lines, LineNumbers injected, Map<String, OfStream> streams,
        long states, long others, NotedLines invalidLines, NotedLines looseLines, Optional<String> lastState,
        List<BatchFile> batches) {

    static final String NO_MESSAGE = "the line is no Singer message";

    public Content {
        streams = Collections.unmodifiableMap(new LinkedHashMap<>(streams));
        batches = List.copyOf(batches);
    }

    static Content told(Facts facts) {
        var streams = new LinkedHashMap<String, OfStream>();
        facts.streams().forEach((stream, counts) -> streams.put(stream, new OfStream(counts, false, List.of())));
        var content = facts.content();
        return new Content(content.bytes(), content.sha256(), content.lines(), LineNumbers.of(content.injected()),
                streams,
                facts.states(), facts.others(), told(content), NotedLines.NONE, Optional.empty(), facts.batches());
    }

    private static NotedLines told(Facts.Content content) {
        return new NotedLines(content.invalid()
                .stream()
                .limit(NotedLines.MOST)
                .map(line -> new NotedLines.Noted(line, NO_MESSAGE))
                .toList(), content.invalidTotal());
    }

    /** How many lines are no messages. */
    public long invalid() {
        return invalidLines.total();
    }

    /** Without the lines that the recorder added. */
    public long messages() {
        return lines - injected.before(Long.MAX_VALUE);
    }

    /**
     * What there is of a stream.
     *
     * @param schemas the schemas in their order, by their hashes, each as often as it follows another one
     */
    public record OfStream(StreamCounts counts, boolean injected, List<String> schemas) {
        public OfStream {
            schemas = List.copyOf(schemas);
        }
    }
}
