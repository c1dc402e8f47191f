package dev.tally.completeness;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;

/** Files with one of the mistakes built in. */
final class FaultyFiles implements FileStore {
    private final InMemoryFiles files;
    private final InMemoryDeliveries deliveries;
    private final Fault fault;

    FaultyFiles(InMemoryFiles files, InMemoryDeliveries deliveries, Fault fault) {
        this.files = files;
        this.deliveries = deliveries;
        this.fault = fault;
    }

    @Override
    public FileState record(FileEvent event) {
        Optional<FileEvent> before = files.state(event.file()).latest();
        boolean stale = before.isPresent() && !event.sequencer().isAfter(before.get().sequencer());
        FileState state = files.record(event);
        return stale && fault == Fault.STALE_EVENT_DOES_NOT_WALK
                ? new FileState(state.file(), state.latest(), state.writes(), Set.of(), false, state.bad())
                : state;
    }

    @Override
    public FileState watch(FileRef file, Watch watch) {
        FileState state = files.watch(file, watch);
        if (fault == Fault.UNCOUNT_THE_CHUNK) {
            deliveries.forget(watch.delivery(), watch.chunk());
        }
        return fault == Fault.NO_RECHECK ? FileState.unknown(file) : state;
    }

    @Override
    public Map<FileRef, FileState> read(Collection<FileRef> asked, Consistency consistency) {
        Map<FileRef, FileState> states = files.read(asked, consistency);
        if (fault != Fault.NO_VERIFICATION || consistency == Consistency.EVENTUAL) {
            return states;
        }
        Map<FileRef, FileState> believed = new LinkedHashMap<>(states);
        believed.replaceAll((file, state) -> files.history(file)
                .stream()
                .filter(s -> s.present().isPresent())
                .reduce((first, second) -> second)
                .orElse(state));
        return believed;
    }
}
