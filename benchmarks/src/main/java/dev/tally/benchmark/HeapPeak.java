package dev.tally.benchmark;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

import com.sun.management.GarbageCollectionNotificationInfo;

/**
 * The most heap that was still in use behind a collection, since this was made. It is an upper bound of what the code
 * holds at a time, since a collection of the young generation leaves old garbage.
 */
public final class HeapPeak {
    private final Set<String> heap = ManagementFactory.getMemoryPoolMXBeans()
            .stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());
    private final AtomicLong bytes = new AtomicLong();

    public HeapPeak() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector).addNotificationListener((notification, handback) -> {
                if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
                    GarbageCollectionNotificationInfo collection = GarbageCollectionNotificationInfo.from(
                            (CompositeData) notification.getUserData());
                    note(collection.getGcInfo().getMemoryUsageAfterGc());
                }
            }, null, null);
        }
    }

    private void note(Map<String, MemoryUsage> behind) {
        long used = behind.entrySet()
                .stream()
                .filter(pool -> heap.contains(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
        bytes.accumulateAndGet(used, Math::max);
    }

    /** Collects once more, so that a short run has a figure too. */
    public double megabytes() {
        System.gc();
        long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return Math.max(bytes.get(), now) / 1_048_576.0;
    }
}
