package dev.tally.singer.record;

import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;

import dev.tally.singer.BatchManifest;
import dev.tally.singer.MessageType;
import dev.tally.singer.Sniffer;

/**
 * Writes the lines of one log file such that it can be read without the files before it: the SCHEMA in force of a stream comes just
 * before the stream's first mention, if the tap has not sent one in this file (R16). Lines that lie side by side in a buffer are
 * written together, when another buffer comes or on {@link #flush}; until then they must not change.
 */
final class LogWriter {
    private static final int NO_STREAM = -1;

    private final LogOutput out;
    private final Schemas schemas;
    private final Notes notes;
    private final BatchCopies copies;
    private final LogContents contents;
    private final BitSet mentioned = new BitSet();

    private final LineRun run = new LineRun();

    /** What the writer tells of, before it does it. */
    interface Notes {
        /** A SCHEMA line is added, and will be the line of that number. */
        void injecting(long line) throws IOException;

        /** A stream has a message although no schema of it has come in the whole run. */
        void schemaless(String stream);
    }

    LogWriter(LogOutput out, Schemas schemas, BatchCopies copies, Notes notes) {
        this.out = out;
        this.schemas = schemas;
        this.copies = copies;
        this.notes = notes;
        contents = new LogContents(schemas.names());
    }

    LogContents contents() {
        return contents;
    }

    /** Uncompressed, with what is not written yet. */
    long bytes() {
        return out.contentBytes() + run.length();
    }

    /** @param end behind the line's line feed */
    void take(byte[] line, int start, int end, MessageType type, Sniffer sniffer) throws IOException {
        int stream = type.isOfStream() ? schemas.stream(sniffer) : NO_STREAM;
        if (type == MessageType.SCHEMA) {
            schemas.remember(stream, line, start, end);
            mentioned.set(stream);
        } else if (type.needsSchema() && !mentioned.get(stream)) {
            mentioned.set(stream);
            inject(stream);
        }
        contents.message(type, stream);
        if (type == MessageType.BATCH) {
            takeBatch(line, start, end, stream);
        } else {
            append(line, start, end);
        }
    }

    /** A SCHEMA line that was added by an earlier recorder. */
    void takeInjected(byte[] line, int start, int end, Sniffer sniffer) throws IOException {
        int stream = schemas.stream(sniffer);
        schemas.remember(stream, line, start, end);
        mentioned.set(stream);
        contents.injected();
        append(line, start, end);
    }

    /** Writes what was taken. */
    void flush() throws IOException {
        run.writeTo(out::write);
    }

    private void append(byte[] line, int start, int end) throws IOException {
        if (!run.add(line, start, end)) {
            flush();
            run.add(line, start, end);
        }
    }

    private void inject(int stream) throws IOException {
        byte[] schema = schemas.inForce(stream);
        if (schema == null) {
            contents.schemaless(stream);
            notes.schemaless(schemas.names().name(stream));
            return;
        }
        flush();
        notes.injecting(contents.lines() + 1);
        contents.injected();
        out.write(schema, 0, schema.length);
    }

    private void takeBatch(byte[] line, int start, int end, int stream) throws IOException {
        Optional<byte[]> kept = copies.kept(line, start, end);
        if (kept.isPresent()) {
            flush();
            out.write(kept.get(), 0, kept.get().length);
            BatchManifest.uris(kept.get(), 0, kept.get().length).forEach(uri -> contents.batch(stream, uri));
        } else {
            append(line, start, end);
            BatchManifest.uris(line, start, end).forEach(uri -> contents.batch(stream, uri));
        }
    }
}
