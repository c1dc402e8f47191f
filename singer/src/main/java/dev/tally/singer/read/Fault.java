package dev.tally.singer.read;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something that is wrong with a log, and where.
 *
 * @param path of the log in its lake
 * @param message number in the run, or in the file if the run is not known; empty where it concerns the file as a whole
 * @param detail what is wrong and, where there is something to do, what
 */
public record Fault(Kind kind, String path, OptionalLong message, Optional<String> stream, String detail) {

    /** What kind of fault; in output for programs their names stand in lower case, with a dash. */
    public enum Kind {
        /** The file cannot be read to its end: it is cut off, or no gzip. */
        UNREADABLE,
        /** Its bytes are not those that were recorded. */
        CHECKSUM,
        /** The facts beside it cannot be read. */
        FACTS,
        /** Messages of the run are missing before it, or come again. */
        GAP,
        /** A data file that a BATCH message names is not there. */
        DATA_MISSING,
        /** A data file is not the one that was recorded. */
        DATA_CHANGED,
        /** A line is no Singer message. */
        INVALID_MESSAGE,
        /** A line has what strict readers of JSON refuse, or change. */
        LOOSE_JSON
    }

    /** A fault of the file as a whole. */
    static Fault of(Kind kind, String path, String detail) {
        return new Fault(kind, path, OptionalLong.empty(), Optional.empty(), detail);
    }

    static Fault at(Kind kind, String path, long message, String detail) {
        return new Fault(kind, path, OptionalLong.of(message), Optional.empty(), detail);
    }

    @Override
    public String toString() {
        return path + (message.isPresent() ? ", message " + message.getAsLong() : "")
                + stream.map(name -> ", stream " + name).orElse("") + ": " + detail;
    }
}
