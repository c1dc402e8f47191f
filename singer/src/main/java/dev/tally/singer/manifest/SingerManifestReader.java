package dev.tally.singer.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.dataset.DeliveryId;
import dev.tally.file.FileRef;
import dev.tally.fixity.Fixity;
import dev.tally.manifest.Faults;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestRejectedException;
import dev.tally.manifest.ManifestScope;
import dev.tally.manifest.ManifestText;
import dev.tally.manifest.Member;
import dev.tally.manifest.SeenMembers;
import dev.tally.singer.BatchManifest;
import dev.tally.singer.LineReader;
import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;

/**
 * Takes a log of Singer messages for a manifest: its members are the data files that its BATCH messages name, role
 * {@code batch}, and the log itself, role {@code log}, so that a log without BATCH is complete when it is there. A file
 * that is named twice is one member. What is no message is none of a manifest's business.
 *
 * <p>The delivery has the name of the file without its suffix, which is the ULID of the log; its parameters tell where the
 * log is and how many messages of each type it has: {@code {"singer":{"log":"s3://…","messages":{"RECORD":7}}}}. Memory goes
 * with the longest line and with 24 bytes for each data file.
 */
public final class SingerManifestReader {
    private static final String PLACE = "$.manifest";
    private static final JsonFactory JSON = new JsonFactory();

    private final ManifestScope scope;
    private final Consumer<Member> members;
    private final Faults faults = new Faults();
    private final SeenMembers seen = new SeenMembers();
    private final Sniffer sniffer = new Sniffer();
    private final Map<MessageType, Long> messages = new EnumMap<>(MessageType.class);
    private int line;

    private SingerManifestReader(ManifestScope scope, Consumer<Member> members) {
        this.scope = scope;
        this.members = members;
    }

    /**
     * Reads a log to its end, and leaves the stream open.
     *
     * @param in plain or gzip
     * @param members is given the members as they are found; if the log is rejected in the end, they mean nothing
     * @throws ManifestRejectedException if the log is cut off or damaged, or names what no member can be
     * @throws UncheckedIOException if the stream fails
     */
    public static ManifestHeader read(InputStream in, ManifestScope scope, Consumer<Member> members) {
        SingerManifestReader reader = new SingerManifestReader(scope, members);
        reader.add(scope.manifest().uri(), scope.manifest(), "log");
        reader.readLines(in);
        return reader.header();
    }

    private void readLines(InputStream in) {
        try {
            LineReader lines = new LineReader(ManifestText.decompressed(in, scope.contentEncoding()));
            while (lines.next()) {
                line++;
                MessageType type = sniffer.sniff(lines.buffer(), lines.start(), lines.end());
                messages.merge(type, 1L, Long::sum);
                if (type == MessageType.BATCH) {
                    readBatch(lines);
                }
            }
        } catch (IOException broken) {
            faults.addUnreadable(broken, line + 1, 1, "$");
        }
    }

    private void readBatch(LineReader lines) {
        var uris = BatchManifest.uris(lines.buffer(), lines.start(), lines.end());
        if (uris.isEmpty()) {
            fault("the BATCH message of stream " + sniffer.stream() + " names no data file");
        }
        for (String uri : uris) {
            try {
                add(uri, resolve(uri), "batch");
            } catch (IllegalArgumentException wrong) {
                fault("the BATCH message of stream " + sniffer.stream() + " cannot be tracked: " + wrong.getMessage());
            }
        }
    }

    private FileRef resolve(String uri) {
        if (!uri.startsWith("s3://")) {
            throw new IllegalArgumentException('"' + uri
                    + "\" is not in S3; let the tap write its batches to s3://, or the recorder copy them to the lake");
        }
        return scope.resolve(uri);
    }

    private void add(String path, FileRef file, String role) {
        Member member = new Member(path, file, Fixity.NONE, Optional.of(role), true);
        switch (seen.add(member, line)) {
            case SeenMembers.Finding.New _ -> {
                if (faults.isEmpty()) {
                    members.accept(member);
                }
            }
            case SeenMembers.Finding.Same _,SeenMembers.Finding.Conflict _ -> {
                // One file, however often it is named.
            }
            case SeenMembers.Finding.OtherForm other ->
                fault('"' + path + "\" looks like a name on line " + other.line()
                        + ", and is written in another Unicode form");
        }
    }

    private void fault(String message) {
        faults.add(line, 1, PLACE, message);
    }

    private ManifestHeader header() {
        if (!DeliveryId.isName(scope.defaultName())) {
            faults.add(0, 0, "$", "the log's file name makes no name for its delivery");
        }
        DeliveryId id = new DeliveryId(scope.dataset().name(), scope.fallbackName());
        if (!faults.isEmpty()) {
            throw faults.rejected(id);
        }
        return new ManifestHeader(id, parameters(), scope.dataset().deadline(), scope.dataset().archives());
    }

    private String parameters() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeObjectFieldStart("singer");
            json.writeStringField("log", scope.manifest().uri());
            json.writeObjectFieldStart("messages");
            for (Map.Entry<MessageType, Long> counted : messages.entrySet()) {
                json.writeNumberField(counted.getKey().name(), counted.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("A text takes all", impossible);
        }
        return text.toString();
    }
}
