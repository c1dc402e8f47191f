package dev.tally.local.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The class loaders in use, one for each code archive. Archives are named by their digest and never change; a newer build of one is put beside it as another
 * archive, with a note that names it ({@link CodeReplacement}), which is how a change of code takes effect without a new deployment.
 */
final class FunctionCode {

    /** Held by the handlers that were loaded through them, so an archive that no function uses any more is let go. */
    private final Map<Path, WeakReference<FunctionClassLoader>> loaders = new HashMap<>();

    static Path current(Path deployed) {
        var note = CodeReplacement.noteFor(deployed);
        try {
            return Files.exists(note) ? deployed.resolveSibling(Files.readString(note).strip()) : deployed;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    synchronized FunctionClassLoader loader(Path archive) {
        var known = loaders.get(archive);
        var loader = known == null ? null : known.get();
        if (loader == null) {
            loader = new FunctionClassLoader(archive);
            loaders.put(archive, new WeakReference<>(loader));
        }
        return loader;
    }
}
