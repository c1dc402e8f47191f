package dev.tally.singer.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.tally.singer.lake.LogName;

/**
 * Logs that grow, and those whose recorder is gone: these are closed here, with what they have. The notes that lead to them lie in the
 * spool, one a log, so that no lake has to be searched. A note comes after its journal and before its log, and goes after its journal.
 */
final class OpenLogs {
    private static final String NOTE = ".open";

    private final Place place;
    private final Path folder;

    OpenLogs(Place place, Path folder) {
        this.place = place;
        this.folder = folder;
    }

    /** Writes the note of a log that is about to grow. */
    static Path note(Path spool, LogName name) throws IOException {
        Files.createDirectories(spool);
        return Files.writeString(spool.resolve(name.ulid() + NOTE), name.path());
    }

    /** Closes the logs that nobody writes to any more. */
    void closeAbandoned() throws IOException {
        if (!Files.isDirectory(place.spool())) {
            return;
        }
        try (Stream<Path> files = Files.list(place.spool())) {
            for (Path note : files.filter(file -> file.toString().endsWith(NOTE)).sorted().toList()) {
                try {
                    var name = LogName.parse(Files.readString(note));
                    if (name.isPresent()) {
                        closeIfAbandoned(note, name.get());
                    }
                } catch (NoSuchFileException closed) {
                    // by its own recorder, meanwhile
                }
            }
        }
    }

    private void closeIfAbandoned(Path note, LogName name) throws IOException {
        Path journal = folder.resolve(name.journal());
        if (!Files.exists(journal)) {
            Files.deleteIfExists(note);
            return;
        }
        var taken = JournalFile.takeOver(journal);
        if (taken.isPresent()) {
            try (JournalFile mine = taken.get()) {
                List<JsonNode> lines = mine.lines();
                boolean begun = !lines.isEmpty() && Files.exists(folder.resolve(name.path()));
                if (begun && !Files.exists(folder.resolve(name.facts()))) {
                    new AbandonedLog(place, folder, name, mine, lines).close();
                }
                mine.delete();
                Files.deleteIfExists(note);
            }
        }
    }
}
