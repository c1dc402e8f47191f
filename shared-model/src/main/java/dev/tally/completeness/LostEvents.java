package dev.tally.completeness;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.manifest.Member;

/**
 * Makes good for events that never came: a file that is there, though nobody told, is taken in as if its event had come
 * now, and a chunk that nobody would wake waits again.
 *
 * <p>Only the first member that a chunk misses is looked for, and the next one if that is there; so a chunk that waits
 * rightly costs one look.
 *
 * <p>What is found has no sequencer. It gets the very next one after what is known of the file: later than that, and
 * earlier than every event that is still to come, of this write or of another. This is right only because what is known
 * was read before the look: had a deletion been recorded in between, its sequencer would win.
 */
public final class LostEvents {
    /** So many files are taken in for a message; then another message goes on. */
    private static final int MOST_FOUND = 100;
    /** Members are read in growing groups, as the first one that is missing is near as a rule. */
    private static final int FIRST_GROUP = 8;
    private static final int LARGEST_GROUP = 100;

    private final FileStore files;
    private final Deliveries deliveries;
    private final StoredFiles stored;
    private final Arrivals arrivals;
    private final Completeness completeness;
    private final CheckQueue queue;
    private final Consumer<FileEvent.Created> found;

    /** @param found hears of each file that is there and was not known to be */
    public LostEvents(FileStore files, Deliveries deliveries, StoredFiles stored, Arrivals arrivals,
            Completeness completeness, CheckQueue queue, Consumer<FileEvent.Created> found) {
        this.files = files;
        this.deliveries = deliveries;
        this.stored = stored;
        this.arrivals = arrivals;
        this.completeness = completeness;
        this.queue = queue;
        this.found = found;
    }

    /** Looks for what a chunk misses, if its delivery waits. */
    public void look(Watch watch) {
        Optional<Deliveries.OpenChunk> open = deliveries.open(watch.delivery(), watch.chunk());
        if (open.isEmpty() || open.get().delivery().status() != DeliveryStatus.WAITING) {
            return;
        }
        List<Member> required = open.get().chunk().members().stream().filter(Member::required).toList();
        if (!isWhole(watch, required)) {
            return;
        }
        renew(required);
        // A chunk that was finished before waits for the decision, which reads all chunks and is not for each to ask for.
        if (!open.get().delivery().done().contains(watch.chunk())) {
            completeness.check(watch, Optional.empty());
        }
    }

    /** Takes in what is there, until a member is missing: then the chunk waits for that one. */
    private boolean isWhole(Watch watch, List<Member> members) {
        int taken = 0;
        int group = FIRST_GROUP;
        for (int at = 0; at < members.size(); at += group, group = LARGEST_GROUP) {
            for (Known known : read(members.subList(at, Math.min(members.size(), at + group)))) {
                if (known.isSatisfied()) {
                    continue;
                }
                if (taken == MOST_FOUND) {
                    queue.send(List.of(new CheckMessage.Look(watch)));
                    return false;
                }
                if (!takeIn(known)) {
                    waitAgain(watch, known.state());
                    return false;
                }
                taken++;
            }
        }
        return true;
    }

    /**
     * If nothing is missing, the decision may have failed because a file was written again, of which no event told: one
     * without a version cannot be used then, as it is not what it was.
     */
    private void renew(List<Member> members) {
        for (int at = 0; at < members.size(); at += LARGEST_GROUP) {
            read(members.subList(at, Math.min(members.size(), at + LARGEST_GROUP))).stream()
                    .filter(known -> known.state().present().filter(file -> file.versionId().isEmpty()).isPresent())
                    .filter(known -> !known.state().file().isDelivery())
                    .forEach(this::takeIn);
        }
    }

    private record Known(Member member, FileState state) {
        private boolean isSatisfied() {
            return Verdict.of(member, state) instanceof Verdict.Satisfied;
        }
    }

    private List<Known> read(List<Member> members) {
        Map<FileRef, FileState> states = files.read(members.stream().map(Member::file).toList(),
                FileStore.Consistency.EVENTUAL);
        return members.stream()
                .map(m -> new Known(m, states.getOrDefault(m.file(), FileState.unknown(m.file()))))
                .toList();
    }

    /** Whether the member is there after all. */
    private boolean takeIn(Known known) {
        Optional<FileEvent.Created> there = find(known.state()).filter(file -> isNews(file, known.state()));
        if (there.isEmpty()) {
            return false;
        }
        found.accept(there.get());
        return new Known(known.member(), arrivals.arrive(there.get())).isSatisfied();
    }

    private Optional<FileEvent.Created> find(FileState known) {
        FileRef file = known.file();
        if (file.isDelivery()) {
            String dataset = file.bucket().substring(file.bucket().indexOf(':') + 1);
            return deliveries.revisions(new DeliveryId(dataset, file.key()))
                    .stream()
                    .filter(Result::isThere)
                    .map(Result::of)
                    .max(Comparator.comparing(FileEvent.Created::sequencer));
        }
        return stored.find(file,
                known.latest().map(latest -> latest.sequencer().next()).orElse(Sequencer.FIRST));
    }

    /** An event may not have told the version; the etag then says that it is the same content. */
    private static boolean isNews(FileEvent.Created file, FileState known) {
        return known.present()
                .filter(p -> p.etag().equals(file.etag()) && (p.versionId().isEmpty() || file.versionId().isEmpty()
                        || p.versionId().equals(file.versionId())))
                .isEmpty();
    }

    /** Goes through the chunk as when it was registered, unless its watch is seen. */
    private void waitAgain(Watch watch, FileState missing) {
        boolean watched = missing.watches()
                .stream()
                .anyMatch(w -> w.delivery().equals(watch.delivery()) && w.chunk() == watch.chunk());
        if (!watched) {
            completeness.check(watch, Optional.empty());
        }
    }
}
