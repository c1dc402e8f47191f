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

    /**
     * Size and SHA-256 of what is in it.
     *
     * @throws IOException if it cannot be read, or is not what was found
     */
    public Fingerprint fingerprint() throws IOException {
        var digests = Digests.ofWhole();
        byte[] buffer = new byte[1 << 16];
        try (var in = Files.newInputStream(path)) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                digests.add(buffer, length);
            }
        }
        if (hasChanged()) {
            throw new IOException(path + " was written to while it was read");
        }
        return digests.fingerprint();
    }

    /** Whether somebody has written to it since. */
    boolean hasChanged() throws IOException {
        var now = Files.readAttributes(path, BasicFileAttributes.class);
        return now.size() != size || !now.lastModifiedTime().equals(modified);
    }
}
