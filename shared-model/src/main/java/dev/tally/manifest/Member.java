package dev.tally.manifest;

import java.util.Optional;

import dev.tally.file.FileRef;
import dev.tally.fixity.Fixity;

/**
 * One entry of a manifest.
 *
 * @param path as the manifest has it
 * @param file the file that it means
 * @param role what the team calls its kind, such as {@code science}
 * @param required whether the delivery waits for it; an optional member is used if it is there
 */
public record Member(String path, FileRef file, Fixity fixity, Optional<String> role, boolean required) {
    public Member {
        if (path.isEmpty()) {
            throw new IllegalArgumentException("A member's path has at least one character");
        }
    }
}
