package dev.tally.singer.read;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.ZipException;

import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Facts.BatchFile;
import dev.tally.singer.lake.FactsException;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;
import dev.tally.singer.read.Fault.Kind;
import dev.tally.singer.read.StoredLog.Journal;
import dev.tally.singer.read.Survey.Standing;

/** Reads logs to their ends, and compares them with the facts beside them and with the data files that they name (R26). */
public final class Surveyor {
    private static final Content NOTHING = new Content(0, "", 0, LineNumbers.NONE, Map.of(), 0, 0,
            NotedLines.NONE, NotedLines.NONE, Optional.empty(), List.of());

    private final Lake lake;
    private final Optional<DataFiles> dataFiles;
    private final Scrutiny scrutiny;

    /** @param dataFiles where to look for the data files that BATCH messages name; empty not to look for them */
    public Surveyor(Lake lake, Optional<DataFiles> dataFiles) {
        this(lake, dataFiles, Scrutiny.TYPES);
    }

    /** @param dataFiles where to look for the data files that BATCH messages name; empty not to look for them */
    public Surveyor(Lake lake, Optional<DataFiles> dataFiles, Scrutiny scrutiny) {
        this.lake = lake;
        this.dataFiles = dataFiles;
        this.scrutiny = scrutiny;
    }

    /** What the facts beside a log tell, without a look at the log: which schemas and what last STATE it has is not known then. */
    public Survey glance(LogEntry entry) throws IOException {
        try {
            Optional<Facts> facts = new StoredLog(lake, entry).facts();
            return facts.isPresent()
                    ? new Survey(entry, Standing.CLOSED, Optional.of(facts.get().origin()), Content.told(facts.get()),
                            List.of())
                    : survey(entry);
        } catch (FactsException unreadable) {
            return survey(entry);
        }
    }

    /** Reads a log to its end. */
    public Survey survey(LogEntry entry) throws IOException {
        var log = new StoredLog(lake, entry);
        try {
            Optional<Facts> facts = log.facts();
            if (facts.isPresent()) {
                return closed(entry, log, facts.get());
            }
            long whole = log.wholeBytes();
            Optional<Journal> journal = log.journal();
            // The recorder may have closed it meanwhile.
            facts = log.facts();
            return facts.isPresent() ? closed(entry, log, facts.get()) : unfinished(entry, log, whole, journal);
        } catch (FactsException unreadable) {
            return new Survey(entry, Standing.FOREIGN, Optional.empty(), NOTHING,
                    List.of(Fault.of(Kind.FACTS, entry.name().path(),
                            unreadable.getMessage() + " (" + entry.name().facts()
                                    + ")")));
        } catch (NoSuchFileException gone) {
            return new Survey(entry, Standing.FOREIGN, Optional.empty(), NOTHING,
                    List.of(Fault.of(Kind.UNREADABLE, entry.name().path(), "it is gone since the lake was listed")));
        }
    }

    private Survey closed(LogEntry entry, StoredLog log, Facts facts) throws IOException {
        var origin = Optional.of(facts.origin());
        LineNumbers injected = LineNumbers.of(facts.content().injected());
        return read(entry, log, Standing.CLOSED, origin, injected, Long.MAX_VALUE, Optional.of(facts));
    }

    private Survey unfinished(LogEntry entry, StoredLog log, long whole, Optional<Journal> journal) throws IOException {
        LineNumbers injected = journal.map(Journal::injected).orElse(LineNumbers.NONE);
        return read(entry, log, journal.isPresent() ? Standing.OPEN : Standing.FOREIGN,
                journal.map(Surveyor::begun), injected, whole, Optional.empty());
    }

    private static Facts.Origin begun(Journal journal) {
        return new Facts.Origin(journal.run(), journal.tap(), journal.part(), journal.firstMessage(),
                journal.firstMessage() - 1, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private Survey read(LogEntry entry, StoredLog log, Standing standing, Optional<Facts.Origin> origin,
            LineNumbers injected, long limit, Optional<Facts> facts) throws IOException {
        var scan = new ContentScan(injected, scrutiny);
        Content content;
        try (InputStream in = limit == 0 ? InputStream.nullInputStream() : log.open()) {
            content = scan.read(new HashingStream(in, limit));
        } catch (EOFException | ZipException broken) {
            return new Survey(entry, standing, origin, NOTHING,
                    List.of(Fault.at(Kind.UNREADABLE, entry.name().path(),
                            Survey.number(origin, injected, scan.lines() + 1),
                            "the gzip file is broken or cut off here: " + broken.getMessage())));
        }
        var faults = new ArrayList<Fault>();
        facts.flatMap(known -> difference(entry, known.content(), content)).ifPresent(faults::add);
        addLines(faults, Kind.INVALID_MESSAGE, content.invalidLines(), entry, origin, injected);
        addLines(faults, Kind.LOOSE_JSON, content.looseLines(), entry, origin, injected);
        addMissingData(faults, entry, origin, injected, facts.map(Facts::batches).orElse(content.batches()));
        return new Survey(entry, standing, facts.isPresent() ? origin : origin.map(begun -> counted(begun, content)),
                content, faults);
    }

    /** The first lines each, and the others by their number. */
    private static void addLines(List<Fault> faults, Kind kind, NotedLines lines, LogEntry entry,
            Optional<Facts.Origin> origin, LineNumbers injected) {
        for (NotedLines.Noted noted : lines.first()) {
            faults.add(Fault.at(kind, entry.name().path(), Survey.number(origin, injected, noted.line()),
                    noted.detail()));
        }
        long others = lines.total() - lines.first().size();
        if (others > 0) {
            faults.add(Fault.of(kind, entry.name().path(), "so it is with " + others
                    + (others == 1 ? " line more" : " lines more") + " of the log"));
        }
    }

    /** Of a log that grows, what it has by now. */
    private static Facts.Origin counted(Facts.Origin origin, Content content) {
        return new Facts.Origin(origin.run(), origin.tap(), origin.part(), origin.firstMessage(),
                origin.firstMessage() + content.messages() - 1, origin.firstTime(), origin.lastTime(), origin.end());
    }

    private static Optional<Fault> difference(LogEntry entry, Facts.Content known, Content found) {
        if (known.sha256().equals(found.sha256())) {
            return Optional.empty();
        }
        return Optional.of(Fault.of(Kind.CHECKSUM, entry.name().path(), "its content is not what was recorded: it has "
                + found.bytes() + " bytes in " + found.lines() + " lines with SHA-256 " + found.sha256() + ", and had "
                + known.bytes() + " in " + known.lines() + " with " + known.sha256()));
    }

    private void addMissingData(List<Fault> faults, LogEntry entry, Optional<Facts.Origin> origin, LineNumbers injected,
            List<BatchFile> batches) throws IOException {
        if (dataFiles.isEmpty()) {
            return;
        }
        for (BatchFile batch : batches) {
            var found = dataFiles.get().find(batch.uri());
            var message = OptionalLong.of(Survey.number(origin, injected, batch.line()));
            if (found.isEmpty()) {
                faults.add(new Fault(Kind.DATA_MISSING, entry.name().path(), message, Optional.of(batch.stream()),
                        "the data file is not there, or not to be reached from here: " + batch.uri()));
            } else if (batch.data().isPresent() && differ(batch.data().get(), found.get())) {
                faults.add(new Fault(Kind.DATA_CHANGED, entry.name().path(), message, Optional.of(batch.stream()),
                        "the data file was " + text(batch.data().get()) + " and is " + text(found.get()) + ": "
                                + batch.uri()));
            }
        }
    }

    /** A mark that only one of them has says nothing. */
    private static boolean differ(Facts.DataFile recorded, Facts.DataFile found) {
        return recorded.bytes() != found.bytes() || (recorded.etag().isPresent() && found.etag().isPresent()
                && !recorded.etag().equals(found.etag()));
    }

    private static String text(Facts.DataFile data) {
        return data.bytes() + " bytes" + data.etag().map(etag -> " with ETag " + etag).orElse("");
    }
}
