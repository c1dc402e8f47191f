package dev.tally.singer.lake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A lake in a folder. A file is written under a hidden name, forced to the disk, and linked to its own, which the file system refuses
 * if that exists. Hidden folders and files belong to no lake; metadata are not kept, the facts beside each log have all of them.
 */
public final class FolderLake implements Lake {
    private final Path folder;
    private final LogTemplate template;

    /** @param template tells the taps of listed files */
    public FolderLake(Path folder, LogTemplate template) {
        this.folder = folder.toAbsolutePath().normalize();
        this.template = template;
    }

    @Override
    public String uri() {
        return folder.toUri().toString();
    }

    @Override
    public Optional<Path> folder() {
        return Optional.of(folder);
    }

    @Override
    public void list(LogRange range, Consumer<LogEntry> each) throws IOException {
        var entries = new TreeSet<LogEntry>();
        if (Files.isDirectory(folder)) {
            Files.walkFileTree(folder, new LiveFolderVisitor() {
                @Override
                public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
                    return isHidden(visited) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (!isHidden(file)) {
                        entry(file, attributes).filter(range::mayHave).ifPresent(entries::add);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }
        entries.forEach(each);
    }

    @Override
    public InputStream open(String path) throws IOException {
        return Files.newInputStream(resolve(path));
    }

    @Override
    public boolean create(String path, Path content, Map<String, String> metadata) throws IOException {
        Path target = resolve(path);
        Path temporary = temporary(target);
        try {
            Files.copy(content, temporary);
            force(temporary);
            Files.createLink(target, temporary);
            force(parent(target));
            return true;
        } catch (FileAlreadyExistsException exists) {
            return false;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    @Override
    public void put(String path, byte[] content) throws IOException {
        Path target = resolve(path);
        Path temporary = temporary(target);
        try {
            Files.write(temporary, content);
            force(temporary);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            force(parent(target));
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    @Override
    public void delete(String path) throws IOException {
        Files.deleteIfExists(resolve(path));
    }

    private Optional<LogEntry> entry(Path file, BasicFileAttributes attributes) {
        String path = folder.relativize(file).toString().replace('\\', '/');
        return LogName.parse(path)
                .map(name -> new LogEntry(name, template.tap(path), attributes.size(),
                        attributes.lastModifiedTime().toInstant()));
    }

    private boolean isHidden(Path file) {
        return !file.equals(folder) && file.getFileName().toString().startsWith(".");
    }

    private Path resolve(String path) throws NoSuchFileException {
        Path file = folder.resolve(path).normalize();
        if (!file.startsWith(folder) || file.equals(folder)) {
            throw new NoSuchFileException(path, null, "it lies outside of the lake " + folder);
        }
        return file;
    }

    private static Path temporary(Path target) throws IOException {
        Files.createDirectories(parent(target));
        return target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    }

    private static Path parent(Path file) {
        return file.resolveSibling("");
    }

    /** Of a folder it makes sure that the names in it last. */
    private static void force(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
