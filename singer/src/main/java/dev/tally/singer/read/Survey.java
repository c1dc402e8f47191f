package dev.tally.singer.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogEntry;

/**
 * What was found out about a log before anything of it is given away.
 *
 * @param origin the run it is of; empty if nothing beside it tells
 * @param faults of the log by itself; {@link Runs} finds those between logs
 */
public record Survey(LogEntry entry, Standing standing, Optional<Facts.Origin> origin, Content content,
        List<Fault> faults) {

    /** How far the recorder came with it. */
    public enum Standing {
        /** It is complete, and there are facts beside it. */
        CLOSED,
        /** It grows, or its recorder died; the next recorder finishes it. */
        OPEN,
        /** There is nothing beside it, so what is in it cannot be compared. */
        FOREIGN
    }

    public Survey {
        faults = List.copyOf(faults);
    }

    public String path() {
        return entry.name().path();
    }

    /** The number in the run of the message in that line, or in the file if the run is not known. */
    public long message(long line) {
        return number(origin, content.injected(), line);
    }

    /** The content, from its beginning; what is behind the last whole line may be there too. */
    public InputStream open(Lake lake) throws IOException {
        // Of one that has just begun to grow not even the gzip header may be there.
        return content.lines() == 0 ? InputStream.nullInputStream() : new StoredLog(lake, entry).open();
    }

    /** The tap, by the name of the log or by what lies beside it. */
    public Optional<String> tap() {
        return origin.map(Facts.Origin::tap).or(entry::tap);
    }

    static long number(Optional<Facts.Origin> origin, LineNumbers injected, long line) {
        return origin.map(Facts.Origin::firstMessage).orElse(1L) + line - 1 - injected.before(line);
    }
}
