package dev.tally.cli.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * A file as it was when it was found.
 *
 * @param path where it is
 * @param name its path within the delivery, with {@code /} between its parts on every platform
 */
public record LocalFile(Path path, String name, long size, FileTime modified) {
    public static LocalFile of(Path path, String name) throws IOException {
        var attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return new LocalFile(path, name, attributes.size(), attributes.lastModifiedTime());
    }

    /** Whether somebody has written to it since. */
    boolean hasChanged() throws IOException {
        var now = Files.readAttributes(path, BasicFileAttributes.class);
        return now.size() != size || !now.lastModifiedTime().equals(modified);
    }
}
