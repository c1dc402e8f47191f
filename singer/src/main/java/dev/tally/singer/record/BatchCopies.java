package dev.tally.singer.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

import dev.tally.singer.BatchManifest;
import dev.tally.singer.lake.Facts;
import dev.tally.singer.lake.LocalDataFiles;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.record.RecordSettings.BatchData;

/** The data files that the BATCH messages of one log file name: looked at, and copied into the lake if that is asked for. */
final class BatchCopies {
    private final Place place;
    private final LogName log;
    private final boolean copying;
    private int copies;

    BatchCopies(Place place, LogName log, boolean copying) {
        this.place = place;
        this.log = log;
        this.copying = copying;
    }

    /** As the settings have it. */
    static BatchCopies of(Place place, LogName log) {
        return new BatchCopies(place, log, place.settings().batchData() == BatchData.COPY);
    }

    /** The message as the lake is to keep it; empty if that is as it came. */
    Optional<byte[]> kept(byte[] buffer, int from, int to) throws IOException {
        return copying
                ? Optional.of(BatchManifest.replace(Arrays.copyOfRange(buffer, from, to), this::copy))
                : Optional.empty();
    }

    /** What a data file is now. What cannot be found out is told, and left open. */
    Optional<Facts.DataFile> find(String uri) {
        try {
            var found = place.dataFiles().find(uri);
            if (found.isEmpty()) {
                place.complaints().warn(log.path() + " names a data file that is not found: " + uri);
            } else if (LocalDataFiles.isLocal(uri) && place.lake().folder().isEmpty()) {
                place.complaints()
                        .warnOnce("BATCH messages name files of this machine, such as " + uri
                                + ", which others will not find; --batch-data=copy would copy them into the lake");
            }
            return found;
        } catch (IOException failed) {
            place.complaints().warn("Looking at the data file " + uri + " failed: " + Reasons.of(failed));
            return Optional.empty();
        }
    }

    private String copy(String uri) throws IOException {
        Path temporary = Files.createTempFile("tally-singer-", ".batch");
        try {
            place.dataFiles().fetch(uri, temporary);
            copies++;
            String path = log.copyOf(uri, copies);
            // One that is there already is of an earlier try.
            place.lake().create(path, temporary, Map.of());
            String lake = place.lake().uri();
            return (lake.endsWith("/") ? lake : lake + "/") + path;
        } catch (NoSuchFileException none) {
            place.complaints().fail(log.path() + " names a data file that is not found, and not copied: " + uri);
            return uri;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
