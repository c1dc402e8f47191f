package dev.tally.local.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Puts a newer build in the place of a deployed code archive. */
public final class CodeReplacement {

    private static final String SUFFIX = ".replaced";

    private CodeReplacement() {}

    /**
     * From now on the host runs {@code newer} for every function deployed with the archive of that digest.
     *
     * @param directory the code directory that emulator and host share
     * @param deployed SHA-256 of the deployed archive, in hex
     * @param newer the newer archive, copied because builds overwrite their output in place
     * @param digest SHA-256 of the newer archive, in hex
     */
    public static void put(Path directory, String deployed, Path newer, String digest) throws IOException {
        Files.createDirectories(directory);
        var note = noteFor(directory.resolve(archive(deployed)));
        if (digest.equals(deployed)) {
            Files.deleteIfExists(note);
            return;
        }
        var copy = directory.resolve(archive(digest));
        if (Files.notExists(copy)) {
            var partial = Files.createTempFile(directory, "copy", ".jar");
            Files.copy(newer, partial, StandardCopyOption.REPLACE_EXISTING);
            Files.move(partial, copy, StandardCopyOption.ATOMIC_MOVE);
        }
        var written = Files.writeString(Files.createTempFile(directory, "note", ".txt"), archive(digest));
        Files.move(written, note, StandardCopyOption.ATOMIC_MOVE);
    }

    /** From now on the host runs what is deployed. */
    public static void forgetAll(Path directory) throws IOException {
        try (var notes = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (var note : notes) {
                Files.delete(note);
            }
        }
    }

    static Path noteFor(Path archive) {
        return archive.resolveSibling(archive.getFileName() + SUFFIX);
    }

    private static String archive(String digest) {
        return digest + ".jar";
    }
}
