package dev.tally.singer.lake;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** Data files with the folders that they lie in. */
public interface DataFolders extends DataFiles {
    /**
     * One name for a file, however URIs write it. It is a URI of it; of files of one folder it is the same up to the last slash. Empty if no
     * file can be at such a URI.
     */
    Optional<String> nameOf(String uri);

    /**
     * Gives the files of a folder, in any order and one by one.
     *
     * @param folder its URI
     * @param deep those in folders in it too
     * @throws java.nio.file.NoSuchFileException if there is no such folder, where there are folders
     * @throws IOException also if it cannot be reached from here
     */
    void list(String folder, boolean deep, Consumer<Listed> each) throws IOException;

    /**
     * Whether a file may be a data file, by its path from the folder on. What is hidden, or begins as markers do, is none; neither are
     * folders as objects, logs and what lies beside them, manifests.
     */
    static boolean isData(String path) {
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.startsWith(".") || part.startsWith("_")) {
                return false;
            }
        }
        return !LogName.isOfRecorder(path) && !path.endsWith(".manifest.json");
    }

    /**
     * A file of a folder.
     *
     * @param name as {@link #nameOf} has it
     * @param modified when it was written last, by the clock of whoever keeps it
     */
    record Listed(String name, long bytes, Instant modified) {}
}
