package dev.tally.cli.singer;

import java.nio.file.Path;
import java.util.Map;

import dev.tally.cli.Shell;
import dev.tally.cli.Trouble;
import dev.tally.cli.singer.s3.S3Lakes;
import dev.tally.singer.lake.DataFolders;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.Lakes;
import dev.tally.singer.lake.LocalDataFiles;
import dev.tally.singer.lake.LogTemplate;

/** The lakes and data files that this command can reach. */
final class SingerLakes {
    private final Shell shell;
    private final S3Lakes s3;

    SingerLakes(Shell shell) {
        this.shell = shell;
        s3 = new S3Lakes(shell.environment());
    }

    Lake open(String uri, LogTemplate template) {
        try {
            return lakes().open(uri, shell.folder(), template);
        } catch (IllegalArgumentException wrong) {
            throw Trouble.usage(wrong.getMessage() + ".", "");
        }
    }

    /** @throws IllegalArgumentException if it is no URI of a lake, with what is wrong */
    boolean isFolder(String uri) {
        return lakes().isFolder(uri, shell.folder());
    }

    DataFolders dataFiles() {
        return s3.dataFiles(new LocalDataFiles(shell.folder()));
    }

    private Lakes lakes() {
        return new Lakes(Map.of("s3", s3));
    }

    /** The folder for what programs keep, as the XDG base directories have it. */
    Path state() {
        String state = shell.environment().getOrDefault("XDG_STATE_HOME", "");
        return state.isEmpty()
                ? Path.of(shell.environment().getOrDefault("HOME", "."), ".local", "state").toAbsolutePath()
                : shell.folder().resolve(state);
    }
}
