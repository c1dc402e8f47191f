package dev.tally.completeness;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;

/**
 * Files in memory, with all that was ever known of them. A test may say how stale an eventually consistent read is, and
 * what happens behind each call.
 */
public final class InMemoryFiles implements FileStore, Watches, BadFiles {
    private static final int PAGE = 2;

    private final Runnable afterCall;
    private final Staleness staleness;
    private final int mostInline;
    private final Map<FileRef, List<FileState>> history = new HashMap<>();
    private final Map<FileRef, Set<String>> overflow = new HashMap<>();

    /** Which of the states a file ever had an eventually consistent read sees. */
    @FunctionalInterface
    public interface Staleness {
        /** An index below {@code states}. */
        int pick(int states);
    }

    public InMemoryFiles() {
        this(() -> {}, states -> states - 1, 8);
    }

    public InMemoryFiles(Runnable afterCall, Staleness staleness, int mostInline) {
        this.afterCall = afterCall;
        this.staleness = staleness;
        this.mostInline = mostInline;
    }

    /** Everything that was known of a file, oldest first. */
    public List<FileState> history(FileRef file) {
        return List.copyOf(history.getOrDefault(file, List.of()));
    }

    /** What is known of a file. */
    public FileState state(FileRef file) {
        List<FileState> states = history.get(file);
        return states == null ? FileState.unknown(file) : states.getLast();
    }

    private FileState put(FileState state) {
        history.computeIfAbsent(state.file(), f -> new ArrayList<>()).add(state);
        return state;
    }

    @Override
    public FileState record(FileEvent event) {
        FileState old = state(event.file());
        if (event instanceof FileEvent.Deleted deleted && deleted.onlyVersion().isPresent()) {
            return forget(old, deleted);
        }
        boolean newer = old.latest().isEmpty() || event.sequencer().isAfter(old.latest().get().sequencer());
        FileState result = newer
                ? put(new FileState(event.file(), Optional.of(event), old.writes() + 1, old.watches(), old.more(),
                        Optional.empty()))
                : old;
        afterCall.run();
        return result;
    }

    private FileState forget(FileState old, FileEvent.Deleted deleted) {
        Optional<FileEvent> latest = old.present()
                .filter(f -> f.versionId().equals(deleted.onlyVersion()))
                .map(f -> new FileEvent.Deleted(f.file(), f.sequencer(), deleted.at()));
        FileState result = latest.isEmpty()
                ? old
                : put(new FileState(old.file(), latest, old.writes() + 1, old.watches(), old.more(), Optional.empty()));
        afterCall.run();
        return result;
    }

    @Override
    public FileState watch(FileRef file, Watch watch) {
        if (state(file).watches().contains(watch) || state(file).watches().size() < mostInline) {
            Set<Watch> watches = new HashSet<>(state(file).watches());
            watches.add(watch);
            FileState old = state(file);
            FileState result = put(new FileState(file, old.latest(), old.writes(), watches, old.more(), old.bad()));
            afterCall.run();
            return result;
        }
        overflow.computeIfAbsent(file, f -> new TreeSet<>()).add(watch.toString());
        afterCall.run();
        FileState old = state(file);
        FileState result = put(new FileState(file, old.latest(), old.writes(), old.watches(), true, old.bad()));
        afterCall.run();
        return result;
    }

    @Override
    public Map<FileRef, FileState> read(Collection<FileRef> files, Consistency consistency) {
        Map<FileRef, FileState> states = new LinkedHashMap<>();
        for (FileRef file : files) {
            List<FileState> all = history.get(file);
            if (all == null) {
                states.put(file, FileState.unknown(file));
            } else {
                states.put(file, consistency == Consistency.STRONG
                        ? all.getLast()
                        : all.get(staleness.pick(all.size())));
            }
            if (consistency == Consistency.STRONG) {
                afterCall.run();
            }
        }
        afterCall.run();
        return states;
    }

    @Override
    public Page overflow(FileRef file, Optional<String> cursor) {
        List<String> rest = overflow.getOrDefault(file, new TreeSet<>())
                .stream()
                .filter(w -> cursor.isEmpty() || w.compareTo(cursor.get()) > 0)
                .toList();
        List<String> page = rest.subList(0, Math.min(PAGE, rest.size()));
        Optional<String> next = rest.size() > page.size() ? Optional.of(page.getLast()) : Optional.empty();
        afterCall.run();
        return new Page(page.stream().map(Watch::parse).toList(), next);
    }

    @Override
    public void remove(FileRef file, Watch watch) {
        FileState old = state(file);
        Set<Watch> watches = new HashSet<>(old.watches());
        watches.remove(watch);
        put(new FileState(file, old.latest(), old.writes(), watches, old.more(), old.bad()));
        afterCall.run();
        overflow.getOrDefault(file, new TreeSet<>()).remove(watch.toString());
        afterCall.run();
    }

    @Override
    public void mark(FileRef file, BadMark mark) {
        FileState old = state(file);
        boolean latest = old.present()
                .filter(f -> f.etag().equals(mark.etag())
                        && (mark.versionId().isEmpty() || mark.versionId().equals(f.versionId())
                                || f.versionId().isEmpty()))
                .isPresent();
        if (latest) {
            put(new FileState(file, old.latest(), old.writes(), old.watches(), old.more(), Optional.of(mark)));
        }
        afterCall.run();
    }
}
