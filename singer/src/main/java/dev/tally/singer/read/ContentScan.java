package dev.tally.singer.read;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tally.fixity.Sha256;
import dev.tally.singer.BatchManifest;
import dev.tally.singer.LineReader;
import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;
import dev.tally.singer.StreamNames;
import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.Facts.StreamCounts;

/** Goes through a log once. It allocates for streams, schemas, states and data files, and nothing for each message. */
final class ContentScan {
    private final LineNumbers injected;
    private final Scrutiny scrutiny;
    private final Sniffer sniffer = new Sniffer();
    private final StreamNames names = new StreamNames();
    private final List<Counted> streams = new ArrayList<>();
    private final List<BatchFile> batches = new ArrayList<>();
    private final NotedLines.Noting invalid = new NotedLines.Noting();
    private final NotedLines.Noting loose = new NotedLines.Noting();
    private final ByteArrayOutputStream lastState = new ByteArrayOutputStream();
    private long bytes;
    private long lines;
    private long states;
    private long others;

    /** What is counted of one stream. */
    private static final class Counted {
        private long schemas;
        private long records;
        private long batches;
        private long versions;
        private final List<String> hashes = new ArrayList<>();
        private boolean injected;
    }

    ContentScan(LineNumbers injected, Scrutiny scrutiny) {
        this.injected = injected;
        this.scrutiny = scrutiny;
    }

    /** How many lines were read so far. */
    long lines() {
        return lines;
    }

    /** @param in gives the content, and is read to its end; what stands there without a line feed is left out */
    Content read(HashingStream in) throws IOException {
        var reader = new LineReader(in);
        while (reader.next()) {
            if (reader.isTerminated()) {
                take(reader.buffer(), reader.start(), reader.end());
            }
        }
        return new Content(bytes, in.hex(), lines, injected, byName(), states, others, invalid.noted(),
                loose.noted(),
                StateValue.of(lastState.toByteArray()).map(value -> new String(value, StandardCharsets.UTF_8)),
                batches);
    }

    private void take(byte[] buffer, int start, int end) {
        lines++;
        bytes += end - start;
        MessageType type = sniffer.sniff(buffer, start, end);
        if (scrutiny != Scrutiny.TYPES && type != MessageType.INVALID && !MessageJson.isWhole(buffer, start, end)) {
            type = MessageType.INVALID;
        }
        if (scrutiny == Scrutiny.STRICT) {
            StrictJson.objection(buffer, start, end).ifPresent(objection -> loose.add(lines, objection));
        }
        switch (type) {
            case RECORD -> stream().records++;
            case ACTIVATE_VERSION -> stream().versions++;
            case SCHEMA -> takeSchema(buffer, start, end);
            case BATCH -> {
                stream().batches++;
                BatchManifest.uris(buffer, start, end)
                        .forEach(uri -> batches.add(new BatchFile(lines, sniffer.stream(), uri, Optional.empty())));
            }
            case STATE -> {
                states++;
                lastState.reset();
                lastState.write(buffer, start, end - start);
            }
            case OTHER -> others++;
            case INVALID -> invalid.add(lines, Content.NO_MESSAGE);
        }
    }

    private void takeSchema(byte[] buffer, int start, int end) {
        Counted stream = stream();
        if (injected.contains(lines)) {
            stream.injected = true;
        } else {
            stream.schemas++;
        }
        String hash = Sha256.hex(Arrays.copyOfRange(buffer, start, end));
        if (stream.hashes.isEmpty() || !stream.hashes.getLast().equals(hash)) {
            stream.hashes.add(hash);
        }
    }

    private Counted stream() {
        int number = names.number(sniffer.streamBytes(), sniffer.streamFrom(), sniffer.streamTo());
        if (number == streams.size()) {
            streams.add(new Counted());
        }
        return streams.get(number);
    }

    private Map<String, Content.OfStream> byName() {
        Map<String, Content.OfStream> byName = new LinkedHashMap<>();
        for (int number = 0; number < streams.size(); number++) {
            Counted counted = streams.get(number);
            var counts = new StreamCounts(counted.schemas, counted.records, counted.batches, counted.versions);
            byName.put(names.name(number), new Content.OfStream(counts, counted.injected, counted.hashes));
        }
        return byName;
    }
}
