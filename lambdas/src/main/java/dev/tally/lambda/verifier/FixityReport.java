package dev.tally.lambda.verifier;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.storage.BadEntry;
import dev.tally.storage.Lines;
import dev.tally.storage.Lines.Line;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;
import dev.tally.storage.ObjectWriter;

/** The list of a range's bad members, one JSON line each. It grows by being written anew. */
final class FixityReport {
    private final ObjectReader reader;
    private final ObjectWriter writer;

    FixityReport(ObjectReader reader, ObjectWriter writer) {
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * Writes what was found.
     *
     * @param from where this invocation began
     * @param before how many were found before that. Only those are kept of the report that is there: further ones are
     *               of an invocation that nobody heard of again, and which this one repeats
     */
    void write(FileRef report, long from, long before, List<BadEntry> found) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        if (before > 0) {
            ObjectVersion there = ObjectVersion.only(report);
            long size = reader.head(there)
                    .orElseThrow(() -> new IllegalStateException(report + " is missing, though it was begun"))
                    .size();
            for (Line line : new Lines(reader, there, 0, size).next(Integer.MAX_VALUE)) {
                BadEntry entry = BadEntry.parse(line.text());
                if (entry.at() < from) {
                    add(entry, lines);
                }
            }
        }
        found.forEach(entry -> add(entry, lines));
        writer.put(report, lines.toByteArray());
    }

    private static void add(BadEntry entry, ByteArrayOutputStream lines) {
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(lines)) {
            entry.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory", impossible);
        }
        lines.write('\n');
    }
}
