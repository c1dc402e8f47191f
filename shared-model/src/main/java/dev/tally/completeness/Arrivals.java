package dev.tally.completeness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.manifest.ManifestVersion;

/**
 * What happens when a file comes or goes: one write, then a look at who waits for it. A stale or repeated event looks
 * too, since the first one's handler may have died between the write and the look.
 */
public final class Arrivals {
    /** So many small deliveries are checked here and now; more of them, and large ones, go to the queue. */
    private static final int MOST_AT_ONCE = 4;

    private final FileStore files;
    private final CheckQueue queue;
    private final Completeness completeness;
    private final Predicate<FileRef> isManifest;
    private final Postponed postponed;

    /** Hears of a check that failed here and was left to the queue. */
    @FunctionalInterface
    public interface Postponed {
        void postponed(Watch watch, RuntimeException failure);
    }

    public Arrivals(FileStore files, CheckQueue queue, Completeness completeness, Predicate<FileRef> isManifest,
            Postponed postponed) {
        this.files = files;
        this.queue = queue;
        this.completeness = completeness;
        this.isManifest = isManifest;
        this.postponed = postponed;
    }

    /**
     * Takes an event in.
     *
     * @return what is known of the file then
     */
    public FileState arrive(FileEvent event) {
        FileState state = files.record(event);
        List<CheckMessage> later = new ArrayList<>();
        if (wasThere(event, state)) {
            later.add(new CheckMessage.Changed(state.file(), Optional.empty()));
        }
        if (event instanceof FileEvent.Created) {
            wake(state, later);
        }
        if (!later.isEmpty()) {
            queue.send(later);
        }
        return state;
    }

    /**
     * Whether the event, or an earlier delivery of the same one, changed a file that had been known before: only such a file
     * can have been used. Of a file that is new this says no, as of all events that came too late.
     */
    private boolean wasThere(FileEvent event, FileState state) {
        return state.writes() > 1 && !state.file().isDelivery() && !isManifest.test(state.file())
                && state.latest().filter(latest -> isOf(event, latest)).isPresent();
    }

    /** The deletion of one version leaves the file's sequencer as it is. */
    private static boolean isOf(FileEvent event, FileEvent latest) {
        boolean onlyVersion = event instanceof FileEvent.Deleted deleted && deleted.onlyVersion().isPresent();
        return onlyVersion
                ? latest instanceof FileEvent.Deleted && latest.at().equals(event.at())
                : latest.sequencer().equals(event.sequencer());
    }

    private void wake(FileState state, List<CheckMessage> later) {
        if (isManifest.test(state.file())) {
            state.present()
                    .map(present -> new CheckMessage.Register(ManifestVersion.of(present), state.writes() == 1))
                    .ifPresent(later::add);
        }
        if (state.more()) {
            later.add(new CheckMessage.Walk(state.file(), Optional.empty()));
        }
        int now = 0;
        for (Watch watch : state.watches()) {
            boolean checked = watch.chunks() == 1 && now++ < MOST_AT_ONCE && check(watch, state.file());
            if (!checked) {
                later.add(new CheckMessage.Check(watch, Optional.of(state.file())));
            }
        }
    }

    /**
     * A delivery that cannot be checked must not keep the file's other deliveries waiting: the queue retries it. One that
     * is over leaves its watch behind, which the queue clears away.
     */
    private boolean check(Watch watch, FileRef file) {
        try {
            return completeness.check(watch, Optional.of(file));
        } catch (RuntimeException failure) {
            postponed.postponed(watch, failure);
            return false;
        }
    }
}
