package dev.tally.singer.record;

import java.nio.file.FileSystemException;

import com.fasterxml.jackson.core.JsonProcessingException;

import dev.tally.manifest.JsonTrouble;

/** Why something failed, in words for people. */
final class Reasons {
    private Reasons() {}

    static String of(Throwable failure) {
        if (failure instanceof JsonProcessingException notJson) {
            return JsonTrouble.describe(notJson);
        }
        String message = failure.getMessage();
        // Of these the message alone is but the name of the file.
        boolean namesOnly = failure instanceof FileSystemException fault && fault.getReason() == null;
        return message == null || namesOnly
                ? failure.getClass().getSimpleName() + (message == null ? "" : " " + message)
                : message;
    }
}
