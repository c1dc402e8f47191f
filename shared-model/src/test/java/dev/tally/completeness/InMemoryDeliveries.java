package dev.tally.completeness;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.DeliveryList;
import dev.tally.file.FileRef;

/** Deliveries and their chunks in memory. A test may say what happens behind each call. */
public final class InMemoryDeliveries
        implements
            DeliveryStore,
            Deliveries,
            ChunkStore,
            DeliveryList,
            DeliveriesAround {
    private static final int AROUND = 2;
    private final Runnable afterCall;
    private final Map<String, Delivery> deliveries = new TreeMap<>();
    private final Map<String, byte[]> chunks = new HashMap<>();

    public InMemoryDeliveries() {
        this(() -> {});
    }

    public InMemoryDeliveries(Runnable afterCall) {
        this.afterCall = afterCall;
    }

    /** All deliveries in all revisions. */
    public List<Delivery> all() {
        return List.copyOf(deliveries.values());
    }

    /** A chunk counts as unfinished again, which the protocol never asks for. */
    void forget(DeliveryKey key, int chunk) {
        Delivery delivery = deliveries.get(key.toString());
        if (delivery != null) {
            Set<Integer> done = new HashSet<>(delivery.done());
            done.remove(chunk);
            deliveries.put(key.toString(), withDone(delivery, done));
        }
    }

    private static Delivery withDone(Delivery delivery, Set<Integer> done) {
        return new Delivery(delivery.key(), delivery.manifest(), delivery.contents(), delivery.registeredAt(), done,
                delivery.faults(), delivery.life());
    }

    @Override
    public Delivery create(Delivery delivery) {
        Delivery stored = deliveries.computeIfAbsent(delivery.key().toString(), k -> delivery);
        afterCall.run();
        return stored;
    }

    @Override
    public Delivery replace(Delivery before, Delivery after) {
        Delivery stored = deliveries.get(before.key().toString());
        if (stored == null) {
            throw new IllegalArgumentException("There is no delivery " + before.key());
        }
        if (stored.life().transitions() == before.life().transitions()) {
            stored = withDone(after, stored.done());
            deliveries.put(before.key().toString(), stored);
        }
        afterCall.run();
        return stored;
    }

    @Override
    public Delivery finishChunk(DeliveryKey key, int chunk) {
        Delivery stored = deliveries.get(key.toString());
        if (stored == null) {
            throw new IllegalArgumentException("There is no delivery " + key);
        }
        Set<Integer> done = new HashSet<>(stored.done());
        done.add(chunk);
        stored = withDone(stored, done);
        deliveries.put(key.toString(), stored);
        afterCall.run();
        return stored;
    }

    @Override
    public Optional<Delivery> find(DeliveryKey key) {
        Optional<Delivery> found = Optional.ofNullable(deliveries.get(key.toString()));
        afterCall.run();
        return found;
    }

    @Override
    public List<Delivery> revisions(DeliveryId id) {
        List<Delivery> found = deliveries.values().stream().filter(d -> d.key().id().equals(id)).toList();
        afterCall.run();
        return found;
    }

    @Override
    public Optional<OpenChunk> open(DeliveryKey key, int chunk) {
        Delivery delivery = deliveries.get(key.toString());
        byte[] encoded = chunks.get(key + "#" + chunk);
        Optional<OpenChunk> open = delivery == null || encoded == null
                ? Optional.empty()
                : Optional.of(new OpenChunk(delivery, Chunk.decode(key, chunk, encoded)));
        afterCall.run();
        return open;
    }

    @Override
    public void put(DeliveryKey delivery, int chunk, byte[] encoded) {
        chunks.put(delivery + "#" + chunk, encoded.clone());
        afterCall.run();
    }

    @Override
    public Optional<Chunk> get(DeliveryKey delivery, int chunk) {
        Optional<Chunk> found = Optional.ofNullable(chunks.get(delivery + "#" + chunk))
                .map(encoded -> Chunk.decode(delivery, chunk, encoded));
        afterCall.run();
        return found;
    }

    @Override
    public DeliveryList.Page page(String dataset, Optional<String> cursor, int limit) {
        return page(deliveries.values()
                .stream()
                .filter(d -> d.key().id().dataset().equals(dataset))
                .map(d -> new Entry(d, (d.ended() ? "1" : "0") + d.key())), cursor, limit);
    }

    @Override
    public DeliveryList.Page open(String dataset, Optional<String> cursor, int limit) {
        return page(deliveries.values()
                .stream()
                .filter(d -> d.key().id().dataset().equals(dataset) && !d.ended())
                .map(d -> new Entry(d, d.registeredAt() + " " + d.key())), cursor, limit);
    }

    @Override
    public DeliveriesAround.Found find(String dataset, FileRef file, Optional<String> cursor) {
        DeliveryList.Page page = page(dataset, cursor, AROUND);
        List<DeliveryKey> found = page.entries()
                .stream()
                .map(Entry::delivery)
                .filter(d -> d.contents().home().filter(Home.around(file)::contains).isPresent())
                .map(Delivery::key)
                .toList();
        afterCall.run();
        return new DeliveriesAround.Found(found, page.more()
                ? Optional.of(page.entries().getLast().cursor())
                : Optional.empty());
    }

    private static DeliveryList.Page page(Stream<Entry> all, Optional<String> cursor, int limit) {
        List<Entry> entries = all.filter(e -> cursor.isEmpty() || e.cursor().compareTo(cursor.get()) > 0)
                .sorted(Comparator.comparing(Entry::cursor))
                .toList();
        return new DeliveryList.Page(entries.subList(0, Math.min(limit, entries.size())), entries.size() >= limit);
    }
}
