package dev.tally.singer.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.End;
import dev.tally.singer.lake.FactsJson;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.Ulid;

/**
 * A log file that grows at its final name, in a folder. Until it is closed there is a journal beside it instead of facts, and a note in
 * the spool by which the next recorder finds it, should this one die ({@link OpenLogs}).
 *
 * <pre>
 * journal = { singerJournal: 1, run, tap, part, firstMessage, at } *{ injected: line } [ { finalNewlineAdded: true } ]      one object a line
 * </pre>
 *
 * The last is of a recorder that closes the log of another.
 */
final class GrowingLog {
    private final Place place;
    private final LogName name;
    private final Path note;
    private final JournalFile journal;
    private final BatchCopies batches;
    private final FileChannel file;
    private final LogOutput out;
    private final LogWriter writer;
    private final Ulid run;
    private final int part;
    private final long firstMessage;
    private final Instant begun;

    private long safeBytes;
    private Instant lastTime;

    GrowingLog(Place place, Path folder, Schemas schemas, Ulid run, int part, long firstMessage) throws IOException {
        this.place = place;
        this.run = run;
        this.part = part;
        this.firstMessage = firstMessage;
        begun = place.clock().instant();
        lastTime = begun;
        name = place.newName();
        Path path = folder.resolve(name.path());
        Files.createDirectories(path.resolveSibling(""));
        journal = JournalFile.create(folder.resolve(name.journal()));
        journal.append(json -> {
            json.writeNumberField("singerJournal", 1);
            json.writeStringField("run", run.text());
            json.writeStringField("tap", place.settings().tap());
            json.writeNumberField("part", part);
            json.writeNumberField("firstMessage", firstMessage);
            json.writeStringField("at", begun.toString());
        });
        note = OpenLogs.note(place.spool(), name);
        file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        out = new LogOutput(file, place.settings().gzipLevel(), true);
        batches = BatchCopies.of(place, name);
        writer = new LogWriter(out, schemas, batches, new Notes(journal, new SchemaRule(place)));
    }

    LogWriter writer() {
        return writer;
    }

    /** Lets readers see what was written; on the disk too, if that is asked for. */
    void flush(boolean durably) throws IOException {
        writer.flush();
        out.flush();
        safeBytes = out.storedBytes();
        lastTime = place.clock().instant();
        if (durably) {
            out.force();
        }
    }

    Facts close(LastLine last, Optional<End> end) throws IOException {
        writer.flush();
        var finished = out.finish();
        Optional<String> partial = last.isPartial() ? Optional.of(name.partial()) : Optional.empty();
        if (partial.isPresent()) {
            place.lake().put(name.partial(), last.bytes());
        }
        var span = new Span(run, part, firstMessage, firstMessage + writer.contents().messages() - 1, begun,
                lastTime);
        var facts = writer.contents()
                .facts(name.fileName(), span.origin(place.settings().tap(), end), finished,
                        last.isMessage(), partial.map(LogName::fileName), batches::find);
        out.close();
        place.lake().put(name.facts(), FactsJson.write(facts));
        journal.delete();
        Files.deleteIfExists(note);
        return facts;
    }

    /** After a failure: leaves the lines that were written whole, for the next recorder to close the file. */
    void abandon() throws IOException {
        file.truncate(safeBytes);
        out.close();
        journal.close();
    }

    LogName name() {
        return name;
    }

    private record Notes(JournalFile journal, SchemaRule rule) implements LogWriter.Notes {
        @Override
        public void injecting(long line) throws IOException {
            journal.append(json -> json.writeNumberField("injected", line));
        }

        @Override
        public void schemaless(String stream) {
            rule.schemaless(stream);
        }
    }
}
