package dev.tally.lambda.archiver;

import dev.tally.TallyException;
import dev.tally.file.FileRef;

/** A copy is not what its source is. The source is as it was. */
final class CorruptCopyException extends TallyException {
    private static final long serialVersionUID = 1L;

    CorruptCopyException(FileRef copy, Object expected, Object actual) {
        super(copy + " is not a faithful copy: expected " + expected + ", found " + actual);
    }
}
