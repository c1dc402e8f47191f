package dev.tally.benchmark.metered;

import java.util.Map;
import java.util.Optional;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What DynamoDB charges, by its published rules. An item that does not exist counts as the smallest one, also where a
 * condition refused the write.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">DynamoDB:
 *      read and write operations</a>
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations">
 *      DynamoDB: throughput of global secondary indexes</a>
 */
final class CapacityUnits {
    private static final int WRITTEN = 1_024;
    private static final int READ = 4_096;

    private CapacityUnits() {}

    /** One unit for each started kilobyte of the larger of an item before and behind a write, in bytes. */
    static double write(int before, int after) {
        return Math.max(1, roundUp(Math.max(before, after), WRITTEN));
    }

    /**
     * What an index is charged for a write to its table: an entry that comes or goes one write, one that moves two, one
     * that stays nothing.
     *
     * @param before the entry; none if the item was not in the index
     */
    static double writeToIndex(Optional<Map<String, AttributeValue>> before,
            Optional<Map<String, AttributeValue>> after) {
        return before.equals(after) ? 0 : entry(before) + entry(after);
    }

    private static double entry(Optional<Map<String, AttributeValue>> entry) {
        return entry.map(ItemSize::of).map(size -> write(size, 0)).orElse(0.0);
    }

    /** One unit for each started four kilobytes, half of that for a read that may be stale. */
    static double read(int bytes, boolean strong) {
        return Math.max(1, roundUp(bytes, READ)) * (strong ? 1 : 0.5);
    }

    private static int roundUp(int bytes, int step) {
        return (bytes + step - 1) / step;
    }
}
