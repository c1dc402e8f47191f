package dev.tally.manifest;

import java.io.IOException;

/** The bytes are no text that a manifest could be in. An I/O exception, since it passes through streams. */
final class UnreadableManifestException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    /** Concerns the whole file. */
    UnreadableManifestException(String message) {
        this(message, 0, 0);
    }

    UnreadableManifestException(String message, int line, int column) {
        super(message);
        this.line = line;
        this.column = column;
    }

    int line() {
        return line;
    }

    int column() {
        return column;
    }
}
