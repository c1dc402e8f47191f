package dev.tally.singer.record;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;

import dev.tally.fixity.Sha256;
import dev.tally.singer.LineReader;
import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;
import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.FactsReader;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.LogRange;

import static org.assertj.core.api.Assertions.assertThat;

/** A log file as any reader finds it, read without the recorder's code. */
final class RecordedLog {
    private final LogName name;
    private final byte[] stored;
    private final byte[] content;
    private final Facts facts;

    private RecordedLog(LogName name, byte[] stored, Facts facts) throws IOException {
        this.name = name;
        this.stored = stored;
        this.facts = facts;
        content = name.isGzip()
                ? new GZIPInputStream(new ByteArrayInputStream(stored)).readAllBytes()
                : stored;
    }

    /** All of a lake, in replay order; each is checked to be what its facts say. */
    static List<RecordedLog> allOf(Lake lake) {
        var logs = new ArrayList<RecordedLog>();
        try {
            var names = new ArrayList<LogName>();
            lake.list(LogRange.ALL, entry -> names.add(entry.name()));
            for (LogName name : names) {
                var log = new RecordedLog(name, read(lake, name.path()), FactsReader.read(read(lake, name.facts())));
                log.check();
                logs.add(log);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return logs;
    }

    /** What the tap said, as far as it is in the lake: the content of all, without what was added. */
    static byte[] replayed(Lake lake) {
        var all = new ByteArrayOutputStream();
        allOf(lake).forEach(log -> all.writeBytes(log.messages()));
        return all.toByteArray();
    }

    LogName name() {
        return name;
    }

    Facts facts() {
        return facts;
    }

    byte[] stored() {
        return stored;
    }

    String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    List<String> lines() {
        return text().lines().toList();
    }

    private byte[] messages() {
        var messages = new ByteArrayOutputStream();
        var injected = Set.copyOf(facts.content().injected());
        long line = 0;
        for (byte[] bytes : split()) {
            line++;
            if (!injected.contains(line)) {
                messages.writeBytes(bytes);
            }
        }
        return messages.toByteArray();
    }

    private List<byte[]> split() {
        var lines = new ArrayList<byte[]>();
        try {
            var reader = new LineReader(new ByteArrayInputStream(content));
            while (reader.next()) {
                lines.add(Arrays.copyOfRange(reader.buffer(), reader.start(), reader.end()));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return lines;
    }

    private void check() {
        assertThat(facts.log()).isEqualTo(name.fileName());
        assertThat(facts.stored()).isEqualTo(new Facts.Stored(stored.length, Sha256.hex(stored)));
        assertThat(facts.content().bytes()).isEqualTo(content.length);
        assertThat(facts.content().sha256()).isEqualTo(Sha256.hex(content));
        var lines = split();
        assertThat(facts.content().lines()).isEqualTo(lines.size());
        assertThat(facts.origin().lastMessage() - facts.origin().firstMessage() + 1)
                .isEqualTo(lines.size() - facts.content().injected().size());
        assertThat(lines).allMatch(line -> line[line.length - 1] == '\n');
        checkSelfSufficient(lines);
    }

    /** Alone it is accepted by a strict reader, but for the streams that had no schema in the whole run. */
    private void checkSelfSufficient(List<byte[]> lines) {
        var known = new HashSet<>(facts.schemaless());
        var sniffer = new Sniffer();
        for (byte[] line : lines) {
            var type = sniffer.sniff(line, 0, line.length);
            if (type == MessageType.SCHEMA) {
                known.add(sniffer.stream());
            } else if (type.needsSchema()) {
                assertThat(known).as("%s: schema before %s", name, new String(line, StandardCharsets.UTF_8))
                        .contains(sniffer.stream());
            }
        }
    }

    private static byte[] read(Lake lake, String path) throws IOException {
        try (InputStream in = lake.open(path)) {
            return in.readAllBytes();
        }
    }
}
