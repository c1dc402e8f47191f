package dev.tally.singer.record;

import java.nio.file.Path;
import java.time.InstantSource;

import dev.tally.singer.lake.DataFiles;
import dev.tally.singer.lake.Lake;
import dev.tally.singer.lake.LogName;
import dev.tally.singer.lake.UlidFactory;

/**
 * All that a recording works with.
 *
 * @param spool the folder of this machine, of this lake and tap alone, that keeps what is not in the lake yet, and notes of logs that grow
 */
record Place(RecordSettings settings, Lake lake, Path spool, DataFiles dataFiles, UlidFactory ulids,
        InstantSource clock,
        Complaints complaints) {

    LogName newName() {
        return settings.template().name(ulids.next(), settings.tap(), settings.runner(), settings.isGzip());
    }
}
