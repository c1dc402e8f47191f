package dev.tally.singer.read;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.tally.fixity.Sha256;
import dev.tally.singer.BatchManifest;
import dev.tally.singer.lake.DataFolders;
import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.Facts.StreamCounts;
import dev.tally.singer.lake.FactsJson;
import dev.tally.singer.lake.FactsReader;
import dev.tally.singer.lake.InMemoryLake;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogTemplate;
import dev.tally.singer.lake.Ulid;
import dev.tally.singer.lake.UlidFactory;

/**
 * A lake in memory with logs as a recorder would leave them, made by the rules alone and without the recorder: each line is parsed as JSON,
 * and the SCHEMA in force is added where a log mentions a stream first (R16).
 */
public final class RecordedLake {
    public static final String TAP = "tap-x";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final InMemoryLake lake = new InMemoryLake();
    private final Map<String, Optional<Facts.DataFile>> dataFiles = new HashMap<>();
    private final Map<String, Instant> written = new HashMap<>();
    private Instant now = Instant.parse("2026-11-30T00:00:00Z");
    private final UlidFactory ulids = new UlidFactory(() -> now);

    /** A run, of which logs are added one by one. */
    public final class Run {
        private final Ulid id = ulids.next();
        private final String tap;
        private final Map<String, String> schemas = new HashMap<>();
        private int part;
        private long messages;

        private Run(String tap) {
            this.tap = tap;
        }

        /** Adds a log with these lines, which have no line feeds. */
        public LogName log(List<String> lines, boolean gzip) {
            now = now.plus(Duration.ofMinutes(1));
            LogName name = LogTemplate.DEFAULT.name(ulids.next(), tap, "", gzip);
            var log = new Log(schemas);
            lines.forEach(log::take);
            part++;
            byte[] content = log.content();
            byte[] stored = gzip ? gzip(content) : content;
            var origin = new Facts.Origin(id, tap, part, messages + 1, messages + lines.size(), Optional.of(now),
                    Optional.of(now), Optional.empty());
            messages += lines.size();
            lake.put(name.facts(), FactsJson.write(log.facts(name.fileName(), origin, stored)));
            lake.put(name.path(), stored);
            return name;
        }

        /** The last log, with the end of the run. */
        public LogName end(List<String> lines) {
            LogName name = log(lines, false);
            Facts ended = facts(name).endedBy(new Facts.End(Facts.End.Reason.EOF, 0));
            lake.put(name.facts(), FactsJson.write(ended));
            return name;
        }

        /** As {@link #log(List, boolean)}, but still growing: with a journal, without facts, and with the start of a line at its end. */
        public LogName growing(List<String> lines, String begunLine) {
            LogName name = log(lines, false);
            long first = messages - lines.size() + 1;
            var journal = new StringBuilder(
                    "{\"singerJournal\":1,\"run\":\"%s\",\"tap\":\"%s\",\"part\":%d,\"firstMessage\":%d}\n"
                            .formatted(id, tap, part, first));
            facts(name).content().injected().forEach(line -> journal.append("{\"injected\":%d}\n".formatted(line)));
            lake.put(name.journal(), (journal + "{\"inj").getBytes(StandardCharsets.UTF_8));
            lake.delete(name.facts());
            lake.put(name.path(), join(content(name), begunLine.getBytes(StandardCharsets.UTF_8)));
            return name;
        }
    }

    /** One log while it is made. */
    private final class Log {
        private final Map<String, String> schemas;
        private final List<String> lines = new ArrayList<>();
        private final List<Long> injected = new ArrayList<>();
        private final List<Long> invalid = new ArrayList<>();
        private final Set<String> mentioned = new HashSet<>();
        private final Map<String, StreamCounts> counts = new LinkedHashMap<>();
        private final List<BatchFile> batches = new ArrayList<>();
        private long states;

        private Log(Map<String, String> schemas) {
            this.schemas = schemas;
        }

        private void take(String line) {
            JsonNode message = parse(line);
            String stream = message.path("stream").asText();
            String type = message.path("type").asText();
            if (type.equals("STATE")) {
                states++;
            } else if (!message.isObject()) {
                invalid.add(lines.size() + 1L);
            } else {
                if (mentioned.add(stream) && !type.equals("SCHEMA") && schemas.containsKey(stream)) {
                    lines.add(schemas.get(stream));
                    injected.add((long) lines.size());
                }
                count(stream, type);
                if (type.equals("SCHEMA")) {
                    schemas.put(stream, line);
                }
            }
            lines.add(line);
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            BatchManifest.uris(bytes, 0, bytes.length)
                    .forEach(uri -> batches.add(new BatchFile(lines.size(), stream, uri,
                            dataFiles.getOrDefault(uri, Optional.empty()))));
        }

        private void count(String stream, String type) {
            counts.merge(stream, new StreamCounts(type.equals("SCHEMA") ? 1 : 0, type.equals("RECORD") ? 1 : 0,
                    type.equals("BATCH") ? 1 : 0, type.equals("ACTIVATE_VERSION") ? 1 : 0), StreamCounts::plus);
        }

        private byte[] content() {
            return lines.isEmpty() ? new byte[0] : (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        }

        private Facts facts(String name, Facts.Origin origin, byte[] stored) {
            var content = new Facts.Content(lines.size(), injected, invalid, invalid.size(), content().length,
                    Sha256.hex(content()), false, false, Optional.empty());
            return new Facts(name, origin, content, new Facts.Stored(stored.length, Sha256.hex(stored)), counts, states,
                    0,
                    List.of(), batches);
        }
    }

    public InMemoryLake lake() {
        return lake;
    }

    public Run run() {
        return run(TAP);
    }

    public Run run(String tap) {
        return new Run(tap);
    }

    /** A run whose messages are cut into logs before those of these numbers, counted from 0. */
    public List<LogName> record(List<String> messages, Collection<Integer> cuts, boolean gzip) {
        Run run = run();
        var logs = new ArrayList<LogName>();
        int from = 0;
        for (int cut : cuts.stream()
                .filter(number -> number > 0 && number < messages.size())
                .sorted()
                .distinct()
                .toList()) {
            logs.add(run.log(messages.subList(from, cut), gzip));
            from = cut;
        }
        if (from < messages.size()) {
            logs.add(run.log(messages.subList(from, messages.size()), gzip));
        }
        return logs;
    }

    /** A data file that is there from now on. */
    public void data(String uri, long bytes) {
        dataFiles.put(uri, Optional.of(new Facts.DataFile(bytes, Optional.empty())));
        written.put(uri, now);
    }

    public void noData(String uri) {
        dataFiles.remove(uri);
        written.remove(uri);
    }

    /** Where those data files are found. */
    public DataFolders dataFiles() {
        return new DataFolders() {
            @Override
            public Optional<Facts.DataFile> find(String uri) {
                return dataFiles.getOrDefault(uri, Optional.empty());
            }

            @Override
            public Optional<String> nameOf(String uri) {
                return Optional.of(uri);
            }

            @Override
            public void list(String folder, boolean deep, Consumer<Listed> each) throws IOException {
                if (!folder.contains("://")) {
                    throw new IOException(folder + " cannot be reached");
                }
                for (String uri : new TreeSet<>(written.keySet())) {
                    if (uri.startsWith(folder) && (deep || uri.indexOf('/', folder.length()) < 0)) {
                        each.accept(new Listed(uri, 1, written.get(uri)));
                    }
                }
            }

            @Override
            public void fetch(String uri, Path target) {
                throw new UnsupportedOperationException("Nobody copies them here");
            }
        };
    }

    /** What is stored of a log, uncompressed. */
    public byte[] content(LogName name) {
        try (var in = Gunzip.open(lake.open(name.path()))) {
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public Facts facts(LogName name) {
        try (var in = lake.open(name.facts())) {
            return FactsReader.read(in.readAllBytes());
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    public static byte[] gzip(byte[] content) {
        var stored = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(stored)) {
            out.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return stored.toByteArray();
    }

    public static byte[] join(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException none) {
            return JSON.missingNode();
        }
    }
}
