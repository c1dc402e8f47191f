package dev.tally.singer.record;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import dev.tally.fixity.Sha256;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogTemplate;

/** Where a lake's recordings keep what is not in it yet: hidden in the lake if that is a folder, else in the user's state. */
public final class SpoolFolder {
    private SpoolFolder() {}

    /** @param state the folder of this machine for what programs keep, {@code ~/.local/state} by default */
    public static Path of(Lake lake, String tap, Path state) {
        return lake.folder()
                .map(folder -> folder.resolve(".spool"))
                .orElseGet(() -> state.resolve("tally/singer/spool")
                        .resolve(Sha256.hex(lake.uri().getBytes(StandardCharsets.UTF_8)).substring(0, 16)))
                .resolve(LogTemplate.encoded(tap));
    }
}
