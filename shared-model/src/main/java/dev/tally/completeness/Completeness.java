package dev.tally.completeness;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileEvent;
import dev.tally.file.FileRef;
import dev.tally.manifest.Member;

/**
 * The watched-member protocol: each chunk of a delivery waits at the door of one member that is missing; when that one
 * comes, the chunk walks on to the next missing one, and when there is none it is done. When all chunks are done, every
 * member is read once more and, if all are there, the job starts.
 *
 * <p>It is safe because for every unfinished chunk there is at any time either a message that will check it, or a watch
 * on a member that is absent: setting a watch and the arrival of its file write the same item, so the second of them
 * sees the first. Every step may be repeated, by a redelivered message or by a concurrent twin.
 *
 * <p>Walking reads with eventual consistency: a stale "absent" is put right by the answer of setting the watch, a stale
 * "present" by the decision, which reads strongly.
 */
public final class Completeness {
    /** The first look of a chunk that knows nothing yet: when a manifest comes before its files, all are missing. */
    private static final int FIRST_LOOK = 8;
    /** The first look ahead of a member that came; most watches move to a member within it. */
    private static final int LOOK_AHEAD = 32;
    /** What one batch read takes. */
    private static final int LONGEST_LOOK = 100;

    private final FileStore files;
    private final Deliveries deliveries;
    private final DeliveryStore store;
    private final ChunkStore chunks;
    private final RunFiles runs;
    private final JobStarter jobs;
    private final Transitions transitions;

    public Completeness(FileStore files, Deliveries deliveries, DeliveryStore store, ChunkStore chunks, RunFiles runs,
            JobStarter jobs, InstantSource clock) {
        this.files = files;
        this.deliveries = deliveries;
        this.store = store;
        this.chunks = chunks;
        this.runs = runs;
        this.jobs = jobs;
        this.transitions = new Transitions(deliveries, store, clock);
    }

    /**
     * Advances a chunk as far as its members are there, and decides when it was the last.
     *
     * @param from the member that came; none = from the first one on
     * @return false if the delivery is over, so that nobody need watch for it
     */
    public boolean check(Watch watch, Optional<FileRef> from) {
        Optional<Deliveries.OpenChunk> open = deliveries.open(watch.delivery(), watch.chunk());
        if (open.isEmpty()) {
            return true;
        }
        Delivery delivery = open.get().delivery();
        return switch (delivery.status()) {
            case WAITING -> {
                advance(watch, open.get(), from);
                yield true;
            }
            case COMPLETE -> {
                begin(delivery);
                yield true;
            }
            case PROCESSING -> true;
            case PROCESSED, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED -> false;
        };
    }

    private void advance(Watch watch, Deliveries.OpenChunk open, Optional<FileRef> from) {
        Chunk chunk = open.chunk();
        if (!walk(watch, chunk, from.map(chunk::position).orElse(-1))) {
            return;
        }
        if (watch.chunks() == 1) {
            decide(open.delivery(), Optional.of(chunk));
        } else if (store.finishChunk(watch.delivery(), watch.chunk()).done().size() == watch.chunks()) {
            decide(open.delivery(), Optional.empty());
        }
    }

    /** Reads every member of a delivery, and starts its job if all are there. */
    public void decide(DeliveryKey key) {
        Optional<Delivery> delivery = deliveries.find(key);
        if (delivery.isEmpty()) {
            return;
        }
        switch (delivery.get().status()) {
            case WAITING -> decide(delivery.get(), Optional.empty());
            case COMPLETE -> begin(delivery.get());
            case PROCESSING, PROCESSED, ARCHIVED, FAILED, SUPERSEDED, WITHDRAWN, REJECTED -> {
                // decided long ago
            }
        }
    }

    /**
     * Goes from member to member, and passes those over that the watch had seen; false = a watch is set on one that is
     * missing, true = none is, as far as it went. Where the decision is a single read, that is the second look, and the
     * only one if nothing but the member that came was missing.
     *
     * @param came the position of the member that came, or -1
     */
    private boolean walk(Watch watch, Chunk chunk, int came) {
        BitSet there = came < 0 ? new BitSet() : watch.seenFrom(came);
        List<Integer> unknown = IntStream.range(Math.max(0, came), chunk.members().size())
                .filter(position -> !there.get(position) && chunk.members().get(position).required())
                .boxed()
                .toList();
        boolean singleRead = watch.chunks() == 1 && chunk.members().size() <= LONGEST_LOOK;
        if (singleRead && unknown.equals(List.of(came))) {
            return true;
        }
        int look = came < 0 ? FIRST_LOOK : LOOK_AHEAD;
        for (int at = 0; at < unknown.size(); at += look, look = LONGEST_LOOK) {
            List<Integer> group = unknown.subList(at, Math.min(unknown.size(), at + look));
            List<Member> members = group.stream().map(chunk.members()::get).toList();
            Map<FileRef, FileState> states = read(members, FileStore.Consistency.EVENTUAL);
            group.stream()
                    .filter(position -> satisfied(chunk.members().get(position), states).isPresent())
                    .forEach(there::set);
            for (int position : group) {
                if (!there.get(position) && arm(watch.at(position, there), chunk.members().get(position)).isEmpty()) {
                    return false;
                }
            }
            if (singleRead) {
                return true;
            }
        }
        return true;
    }

    /** Sets the watch on a member; what it found there if the member came meanwhile. */
    private Optional<FileEvent.Created> arm(Watch watch, Member member) {
        return satisfied(member, files.watch(member.file(), watch));
    }

    private void decide(Delivery delivery, Optional<Chunk> onlyChunk) {
        Optional<ResolvedManifest> resolved = resolve(delivery, onlyChunk);
        if (resolved.isEmpty()) {
            return;
        }
        Delivery decided = transitions.apply(delivery,
                new Transition.Complete(delivery.attempt(), resolved.get()));
        if (decided.status() == DeliveryStatus.COMPLETE) {
            begin(decided);
        }
    }

    /** Starts the attempt that the stored delivery says, with what it says. */
    private void begin(Delivery delivery) {
        String execution = jobs.start(delivery);
        transitions.apply(delivery, new Transition.Start(delivery.attempt(), execution));
    }

    /** Writes down the exact files of a run; nothing if a member is missing, on which a watch is set then. */
    private Optional<ResolvedManifest> resolve(Delivery delivery, Optional<Chunk> onlyChunk) {
        int count = delivery.contents().chunks();
        try (RunFiles.ResolvedManifestWriter writer = runs.write(delivery)) {
            for (int i = 0; i < count; i++) {
                Chunk chunk = onlyChunk.isPresent() ? onlyChunk.get() : chunk(delivery, i);
                Watch watch = new Watch(delivery.key(), i, count);
                for (int at = 0; at < chunk.members().size(); at += LONGEST_LOOK) {
                    if (!resolve(watch, chunk, at, writer)) {
                        return Optional.empty();
                    }
                }
                writer.endPart();
            }
            return Optional.of(writer.commit());
        }
    }

    private boolean resolve(Watch watch, Chunk chunk, int from, RunFiles.ResolvedManifestWriter writer) {
        int to = Math.min(chunk.members().size(), from + LONGEST_LOOK);
        List<Member> members = chunk.members().subList(from, to);
        Map<FileRef, FileState> states = read(members, FileStore.Consistency.STRONG);
        BitSet there = new BitSet();
        IntStream.range(from, to)
                .filter(position -> satisfied(chunk.members().get(position), states).isPresent())
                .forEach(there::set);
        Map<Member, FileEvent.Created> found = new LinkedHashMap<>();
        for (int position = from; position < to; position++) {
            Member member = chunk.members().get(position);
            Optional<FileEvent.Created> file = satisfied(member, states);
            if (file.isEmpty() && member.required()) {
                file = arm(watch.at(position, there), member);
                if (file.isEmpty()) {
                    return false;
                }
            }
            file.ifPresent(f -> found.put(member, f));
        }
        return pin(watch, found, writer);
    }

    /** Adds the members in the versions that still have the content which was read. */
    private boolean pin(Watch watch, Map<Member, FileEvent.Created> found, RunFiles.ResolvedManifestWriter writer) {
        List<FileEvent.Created> open = new ArrayList<>();
        found.values().stream().filter(f -> f.versionId().isEmpty() && !f.file().isDelivery()).forEach(open::add);
        Map<FileRef, FileEvent.Created> pinned = open.isEmpty() ? Map.of() : runs.pin(open);
        for (Map.Entry<Member, FileEvent.Created> entry : found.entrySet()) {
            Member member = entry.getKey();
            FileEvent.Created file = entry.getValue();
            if (!open.contains(file)) {
                writer.add(member, file);
            } else if (pinned.containsKey(file.file())) {
                writer.add(member, pinned.get(file.file()));
            } else if (member.required()) {
                // It was written or deleted since, and the event of that will wake the watch, or has just come.
                Optional<FileEvent.Created> newer = arm(watch, member);
                if (newer.isEmpty() || newer.get().equals(file)
                        || !pin(watch, Map.of(member, newer.get()), writer)) {
                    return false;
                }
            }
        }
        return true;
    }

    private Chunk chunk(Delivery delivery, int index) {
        return chunks.get(delivery.key(), index)
                .orElseThrow(() -> new IllegalStateException(
                        "Chunk " + index + " of " + delivery.key() + " is not in the table, although its delivery is"));
    }

    private Map<FileRef, FileState> read(List<Member> members, FileStore.Consistency consistency) {
        return files.read(members.stream().map(Member::file).toList(), consistency);
    }

    private static Optional<FileEvent.Created> satisfied(Member member, Map<FileRef, FileState> states) {
        return satisfied(member, states.getOrDefault(member.file(), FileState.unknown(member.file())));
    }

    private static Optional<FileEvent.Created> satisfied(Member member, FileState state) {
        return Verdict.of(member, state) instanceof Verdict.Satisfied there
                ? Optional.of(there.file())
                : Optional.empty();
    }
}
