package dev.tally.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Consumer;

/**
 * A folder of the cache whose name is the hash of what it was made from. It counts once its mark is there, which is written last, so that one left half-made by an
 * interrupted command is made again; commands that want the same one wait for each other.
 */
final class CachedInstallation {

    private static final String MARK = ".complete";

    private CachedInstallation() {}

    static boolean exists(Path folder) {
        return Files.exists(folder.resolve(MARK));
    }

    static Path obtain(Path folder, Consumer<Path> make) {
        if (exists(folder)) {
            return folder;
        }
        return Exclusively.run(folder.resolveSibling(folder.getFileName() + ".lock"), () -> {
            if (!exists(folder)) {
                delete(folder);
                try {
                    Files.createDirectories(folder);
                    make.accept(folder);
                    Files.createFile(folder.resolve(MARK));
                } catch (IOException problem) {
                    throw new LocalCloudException("cannot write " + folder, problem);
                }
            }
            return folder;
        });
    }

    /** Deletes a folder with all that is in it; one that does not exist is fine. */
    static void delete(Path folder) {
        if (Files.notExists(folder)) {
            return;
        }
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException problem) {
            throw new LocalCloudException("cannot delete " + folder, problem);
        }
    }
}
