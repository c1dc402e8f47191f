package dev.tally.singer.lake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Data files of this machine, by path or {@code file://}; relative ones as Singer's SDK has them, to the current folder. */
public final class LocalDataFiles implements DataFiles {
    private static final String FILE = "file://";

    private final Path folder;

    /** @param folder what a path is relative to */
    public LocalDataFiles(Path folder) {
        this.folder = folder;
    }

    /** Whether a URI is of this machine, so that others cannot follow it. */
    public static boolean isLocal(String uri) {
        return uri.regionMatches(true, 0, FILE, 0, FILE.length()) || !uri.contains("://");
    }

    @Override
    public Optional<Facts.DataFile> find(String uri) throws IOException {
        Path file = path(uri);
        return isLocal(uri) && Files.isRegularFile(file)
                ? Optional.of(new Facts.DataFile(Files.size(file), Optional.empty()))
                : Optional.empty();
    }

    @Override
    public void fetch(String uri, Path target) throws IOException {
        if (!isLocal(uri)) {
            throw new NoSuchFileException(uri, null, "it is not of this machine");
        }
        Files.copy(path(uri), target, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path path(String uri) {
        boolean isUri = uri.regionMatches(true, 0, FILE, 0, FILE.length());
        return folder.resolve(isUri ? Percent.decode(uri.substring(FILE.length())) : uri);
    }
}
