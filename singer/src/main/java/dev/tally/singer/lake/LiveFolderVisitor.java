package dev.tally.singer.lake;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;

/** Passes over what has gone since its folder was read, as temporary files do. */
abstract class LiveFolderVisitor extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
        if (failed instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failed;
    }
}
