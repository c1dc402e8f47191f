package dev.tally.cli.upload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;

/**
 * Finds the files of a delivery below the paths that a user names.
 *
 * <p>One folder alone stands for what is in it. Of several paths each keeps its own last name: a file is called by it, and what
 * is in a folder has it as its first part. Links are followed.
 */
public final class LocalFiles {
    /** A key with this end is read as a manifest when it arrives. */
    public static final String MANIFEST = ".manifest.json";

    private final List<PathMatcher> excluded;
    private final List<LocalFile> files = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    /**
     * What was found.
     *
     * @param files by name
     * @param problems what cannot be read, one sentence each
     * @param leftOut names of manifests, which would announce deliveries of their own
     */
    public record Found(List<LocalFile> files, List<String> problems, List<String> leftOut) {
        public Found {
            files = List.copyOf(files);
            problems = List.copyOf(problems);
            leftOut = List.copyOf(leftOut);
        }

        public long bytes() {
            return files.stream().mapToLong(LocalFile::size).sum();
        }
    }

    private LocalFiles(List<PathMatcher> excluded) {
        this.excluded = excluded;
    }

    /** @param excluded matched against the name within the delivery, and against its last part */
    public static Found find(List<Path> paths, List<PathMatcher> excluded) {
        var search = new LocalFiles(excluded);
        boolean alone = paths.size() == 1 && Files.isDirectory(paths.getFirst());
        paths.forEach(path -> search.add(path, alone));
        search.files.sort(Comparator.comparing(LocalFile::name));
        return new Found(search.files, search.problems, search.leftOut);
    }

    /** The parts of a relative path with {@code /} between them, whatever the file system has there. */
    static String portable(Path relative) {
        return StreamSupport.stream(relative.spliterator(), false).map(Path::toString).collect(Collectors.joining("/"));
    }

    private void add(Path path, boolean alone) {
        var root = path.toAbsolutePath().normalize();
        if (!Files.isDirectory(root)) {
            found(root, String.valueOf(root.getFileName()));
            return;
        }
        String before = alone || root.getFileName() == null ? "" : root.getFileName() + "/";
        try {
            Files.walkFileTree(root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            found(file, before + portable(root.relativize(file)));
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException problem) {
                            problems.add(sentence(file, problem));
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) {
                            if (problem != null) {
                                problems.add(sentence(folder, problem));
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private void found(Path path, String name) {
        var own = path.getFileSystem().getPath(name);
        if (excluded.stream().anyMatch(glob -> glob.matches(own) || glob.matches(own.getFileName()))) {
            return;
        }
        if (name.endsWith(MANIFEST)) {
            leftOut.add(name);
            return;
        }
        try {
            if (Files.isRegularFile(path)) {
                files.add(LocalFile.of(path, name));
            } else {
                problems.add(path + (Files.exists(path) ? " is neither a file nor a folder" : " does not exist"));
            }
        } catch (IOException problem) {
            problems.add(sentence(path, problem));
        }
    }

    private static String sentence(Path path, IOException problem) {
        return switch (problem) {
            case FileSystemLoopException _ -> path + " is a link to a folder that it is in";
            case NoSuchFileException _ -> path + " does not exist";
            default -> path + " cannot be read: " + problem.getMessage();
        };
    }
}
