package dev.tally.benchmark.metered;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of a table, outside the Java heap: a million of them would take a gigabyte of it, and hide what the code
 * under measurement needs.
 *
 * <pre>
 *   heads: for each hash of a partition key, the offset of a record, or 0
 *   record: next(8) capacity(4) length(4) item(capacity)     all records of one hash are chained
 * </pre>
 *
 * A longer version of an item is appended and takes the place of the old record in its chain. Not thread-safe.
 */
final class OffHeapItems implements AutoCloseable {
    private static final long HEADS = 1 << 21;
    private static final long SLAB = 64L << 20;
    private static final int HEADER = 16;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment heads = arena.allocate(HEADS * Long.BYTES);
    private final List<MemorySegment> slabs = new ArrayList<>();
    /** Offset 0 means "none", so the first record is not there. */
    private long end = HEADER;
    private int count;

    private record Found(long before, long offset, Map<String, AttributeValue> item) {}

    Optional<Map<String, AttributeValue>> get(String pk, String sk) {
        return find(pk, sk).map(Found::item);
    }

    /** Stores an item in place of the one with its key. */
    void put(Map<String, AttributeValue> item) {
        byte[] bytes = ItemCodec.encode(item);
        String pk = pk(item);
        Optional<Found> old = find(pk, sk(item));
        if (old.isPresent() && bytes.length <= capacity(old.get().offset())) {
            write(old.get().offset(), bytes);
            return;
        }
        long offset = append(bytes);
        if (old.isPresent()) {
            setNext(offset, next(old.get().offset()));
            link(pk, old.get().before(), offset);
        } else {
            setNext(offset, head(pk));
            link(pk, 0, offset);
            count++;
        }
    }

    void remove(String pk, String sk) {
        find(pk, sk).ifPresent(old -> {
            link(pk, old.before(), next(old.offset()));
            count--;
        });
    }

    /** The items of a partition, in the order of their sort keys. */
    List<Map<String, AttributeValue>> partition(String pk) {
        TreeMap<String, Map<String, AttributeValue>> sorted = new TreeMap<>();
        for (long at = head(pk); at != 0; at = next(at)) {
            Map<String, AttributeValue> item = ItemCodec.decode(read(at));
            if (pk(item).equals(pk)) {
                sorted.put(sk(item), item);
            }
        }
        return List.copyOf(sorted.values());
    }

    int count() {
        return count;
    }

    @Override
    public void close() {
        arena.close();
    }

    private Optional<Found> find(String pk, String sk) {
        long before = 0;
        for (long at = head(pk); at != 0; at = next(at)) {
            Map<String, AttributeValue> item = ItemCodec.decode(read(at));
            if (pk(item).equals(pk) && sk(item).equals(sk)) {
                return Optional.of(new Found(before, at, item));
            }
            before = at;
        }
        return Optional.empty();
    }

    private static String pk(Map<String, AttributeValue> item) {
        return MeteredDynamoDb.text(item, MeteredDynamoDb.PK);
    }

    private static String sk(Map<String, AttributeValue> item) {
        return MeteredDynamoDb.text(item, MeteredDynamoDb.SK);
    }

    private static long slot(String pk) {
        long hash = Arrays.hashCode(pk.getBytes(StandardCharsets.UTF_8)) * 0x9E3779B97F4A7C15L;
        return (hash >>> 40 & HEADS - 1) * Long.BYTES;
    }

    private long head(String pk) {
        return heads.get(LONG, slot(pk));
    }

    private void link(String pk, long before, long offset) {
        if (before == 0) {
            heads.set(LONG, slot(pk), offset);
        } else {
            setNext(before, offset);
        }
    }

    private long append(byte[] bytes) {
        int capacity = bytes.length + bytes.length / 4;
        if (end % SLAB + HEADER + capacity > SLAB || slabs.isEmpty()) {
            end = slabs.isEmpty() ? HEADER : slabs.size() * SLAB;
            slabs.add(arena.allocate(SLAB));
        }
        long offset = end;
        end += HEADER + capacity;
        slab(offset).set(INT, offset % SLAB + 8, capacity);
        write(offset, bytes);
        return offset;
    }

    private MemorySegment slab(long offset) {
        return slabs.get((int) (offset / SLAB));
    }

    private long next(long offset) {
        return slab(offset).get(LONG, offset % SLAB);
    }

    private void setNext(long offset, long next) {
        slab(offset).set(LONG, offset % SLAB, next);
    }

    private int capacity(long offset) {
        return slab(offset).get(INT, offset % SLAB + 8);
    }

    private void write(long offset, byte[] bytes) {
        slab(offset).set(INT, offset % SLAB + 12, bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, slab(offset), offset % SLAB + HEADER, bytes.length);
    }

    private byte[] read(long offset) {
        int length = slab(offset).get(INT, offset % SLAB + 12);
        return slab(offset).asSlice(offset % SLAB + HEADER, length).toArray(ValueLayout.JAVA_BYTE);
    }
}
