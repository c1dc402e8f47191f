package dev.tally.completeness;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongToIntFunction;

import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryStatus;
import dev.tally.file.FileRef;
import dev.tally.manifest.ManifestFault;
import dev.tally.manifest.ManifestHeader;
import dev.tally.manifest.ManifestRejectedException;
import dev.tally.manifest.ManifestVersion;

/** Takes manifests in: chunks first, then the delivery, then the first check of each chunk. All of it may be repeated. */
public final class Registration {
    /** A table item has 400 KB at most, keys and names included. */
    private static final int LARGEST_CHUNK = 390_000;
    private static final int MOST_CHECKED_AT_ONCE = 4;

    private final ManifestSource manifests;
    private final Deliveries deliveries;
    private final DeliveryStore store;
    private final ChunkStore chunks;
    private final CheckQueue queue;
    private final Completeness completeness;
    private final Transitions transitions;
    private final Repeats repeats;
    private final LongToIntFunction chunkCount;

    public Registration(ManifestSource manifests, Deliveries deliveries, DeliveryStore store, ChunkStore chunks,
            CheckQueue queue, Completeness completeness, InstantSource clock) {
        this(manifests, deliveries, store, chunks, queue, completeness, clock, Chunk::count);
    }

    Registration(ManifestSource manifests, Deliveries deliveries, DeliveryStore store, ChunkStore chunks,
            CheckQueue queue, Completeness completeness, InstantSource clock, LongToIntFunction chunkCount) {
        this.manifests = manifests;
        this.deliveries = deliveries;
        this.store = store;
        this.chunks = chunks;
        this.queue = queue;
        this.completeness = completeness;
        this.transitions = new Transitions(deliveries, store, clock);
        this.repeats = new Repeats(deliveries, transitions);
        this.chunkCount = chunkCount;
    }

    /**
     * Registers what a manifest announces, or that it cannot be accepted and why, or that the same was announced before.
     *
     * @return the delivery as it is stored then
     * @throws ManifestGoneException if that version is not there any more, which needs no retry
     */
    public Delivery register(ManifestVersion manifest) {
        return register(manifest, false);
    }

    /** The same of the first version of its file that is known, which repeats none: one request less. */
    Delivery registerFirst(ManifestVersion manifest) {
        return register(manifest, true);
    }

    private Delivery register(ManifestVersion manifest, boolean first) {
        ChunkDealer dealer = new ChunkDealer(manifest.revision(), home(manifest.file()));
        try {
            ManifestSource.Text text = manifests.read(manifest, dealer::add);
            return register(manifest, first, text, dealer);
        } catch (ManifestRejectedException rejected) {
            DeliveryKey key = new DeliveryKey(rejected.delivery(), manifest.revision());
            return store.create(Delivery.rejected(key, manifest, rejected.faults(), rejected.total(),
                    transitions.now()));
        }
    }

    private Delivery register(ManifestVersion manifest, boolean first, ManifestSource.Text text, ChunkDealer dealer) {
        ManifestHeader header = text.header();
        DeliveryKey key = new DeliveryKey(header.delivery(), manifest.revision());
        Optional<Delivery> repeated = first ? Optional.empty() : repeats.take(key, manifest, text.digest());
        if (repeated.isPresent()) {
            return goOn(repeated.get());
        }
        int count = chunkCount.applyAsInt(dealer.members());
        Contents contents = new Contents(dealer.members(), dealer.required(), count, header.parameters(),
                header.deadline().map(transitions.now()::plus), header.archives(), dealer.memberHome(),
                Optional.of(text.digest()));
        List<byte[]> dealt = dealer.deal(count);
        refuseTooLarge(header, dealt);
        for (int i = 0; i < count; i++) {
            chunks.put(key, i, dealt.get(i));
        }
        Delivery stored = store.create(Delivery.registered(key, manifest, contents, transitions.now()));
        return goOn(stored);
    }

    /**
     * Has a revision's chunks checked, if it is the one that is to wait. Its handler may have died before that, and not be able
     * to read that manifest again; so whoever repeats it does this too.
     */
    private Delivery goOn(Delivery revision) {
        DeliveryKey key = revision.key();
        while (true) {
            List<Delivery> read = deliveries.revisions(key.id());
            Optional<Delivery> begun = waiting(key, read).flatMap(waiting -> repeats.begunBefore(waiting, read));
            List<Delivery> settled = transitions.settle(begun.isEmpty() ? read : deliveries.revisions(key.id()));
            resume(settled);
            Optional<Delivery> waiting = waiting(key, settled);
            if (waiting.isEmpty()) {
                return begun.or(() -> deliveries.find(key)).orElse(revision);
            }
            if (begun.isEmpty() && repeats.begunBefore(waiting.get(), settled).isEmpty()) {
                checkAll(key, revision.contents().chunks());
                return deliveries.find(key).orElse(revision);
            }
        }
    }

    private static Optional<Delivery> waiting(DeliveryKey key, List<Delivery> revisions) {
        return revisions.stream()
                .filter(revision -> revision.key().equals(key) && revision.status() == DeliveryStatus.WAITING)
                .findFirst();
    }

    /**
     * An older revision may have been decided by a handler that died before it started the job, and whose manifest cannot
     * be read again, because this one has taken its place.
     */
    private void resume(List<Delivery> revisions) {
        List<CheckMessage> decided = revisions.stream()
                .filter(revision -> revision.status() == DeliveryStatus.COMPLETE)
                .<CheckMessage>map(revision -> new CheckMessage.Decide(revision.key()))
                .toList();
        if (!decided.isEmpty()) {
            queue.send(decided);
        }
    }

    private static void refuseTooLarge(ManifestHeader header, List<byte[]> chunks) {
        int largest = chunks.stream().mapToInt(c -> c.length).max().orElse(0);
        if (largest > LARGEST_CHUNK) {
            ManifestFault fault = new ManifestFault(0, 0, "$.members",
                    "too many members for one delivery: " + Chunk.MOST + " chunks would have up to " + largest
                            + " bytes each, of " + LARGEST_CHUNK + " allowed; split the delivery");
            throw new ManifestRejectedException(header.delivery(), List.of(fault), 1);
        }
    }

    private void checkAll(DeliveryKey key, int count) {
        List<CheckMessage> later = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Watch watch = new Watch(key, i, count);
            if (count <= MOST_CHECKED_AT_ONCE) {
                completeness.check(watch, Optional.empty());
            } else {
                later.add(new CheckMessage.Check(watch, Optional.empty()));
            }
        }
        if (!later.isEmpty()) {
            queue.send(later);
        }
    }

    private static FileRef home(FileRef manifest) {
        String key = manifest.key();
        int slash = key.lastIndexOf('/');
        return slash < 0 ? manifest : new FileRef(manifest.bucket(), key.substring(0, slash + 1));
    }
}
