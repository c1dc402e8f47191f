package dev.tally.singer.lake;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Data files of this machine, by path or {@code file://}; relative ones as Singer's SDK has them, to the current folder. */
public final class LocalDataFiles implements DataFolders {
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
        Optional<Path> file = isLocal(uri) ? file(uri).filter(Files::isRegularFile) : Optional.empty();
        return file.isPresent()
                ? Optional.of(new Facts.DataFile(Files.size(file.get()), Optional.empty()))
                : Optional.empty();
    }

    @Override
    public void fetch(String uri, Path target) throws IOException {
        if (!isLocal(uri)) {
            throw new NoSuchFileException(uri, null, "it is not of this machine");
        }
        Path file = file(uri).orElseThrow(() -> new NoSuchFileException(uri, null, "no file can be there"));
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }

    /** By the folder as it really is, and not by links that lead there. */
    @Override
    public Optional<String> nameOf(String uri) {
        return isLocal(uri) ? file(uri).map(LocalDataFiles::name) : Optional.of(uri);
    }

    private static String name(Path file) {
        try {
            return file.resolveSibling("").toRealPath().resolve(file.getFileName()).toUri().toString();
        } catch (IOException none) {
            return file.toUri().toString();
        }
    }

    @Override
    public void list(String uri, boolean deep, Consumer<Listed> each) throws IOException {
        if (!isLocal(uri)) {
            throw new IOException(uri + " cannot be reached from here");
        }
        Path root = path(uri).toRealPath();
        Files.walkFileTree(root, Set.of(), deep ? Integer.MAX_VALUE : 1, new LiveFolderVisitor() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    each.accept(new Listed(file.toUri().toString(), attributes.size(),
                            attributes.lastModifiedTime().toInstant()));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Nothing if it cannot be the place of a file: a folder as it is written, or what has a NUL in it. */
    private Optional<Path> file(String uri) {
        if (uri.isEmpty() || uri.endsWith("/")) {
            return Optional.empty();
        }
        try {
            return Optional.of(path(uri).toAbsolutePath().normalize()).filter(path -> path.getFileName() != null);
        } catch (InvalidPathException noPlace) {
            return Optional.empty();
        }
    }

    private Path path(String uri) {
        boolean isUri = uri.regionMatches(true, 0, FILE, 0, FILE.length());
        return folder.resolve(isUri ? Percent.decode(uri.substring(FILE.length())) : uri);
    }
}
