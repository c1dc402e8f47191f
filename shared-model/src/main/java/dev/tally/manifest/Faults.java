package dev.tally.manifest;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonLocation;

import dev.tally.dataset.DeliveryId;

/** Collects what is wrong with a manifest: keeps the first faults, counts all. */
final class Faults {
    private static final int MOST_KEPT = 1000;

    private final List<ManifestFault> first = new ArrayList<>();
    private long total;

    void add(JsonLocation where, String place, String message) {
        add(where.getLineNr(), where.getColumnNr(), place, message);
    }

    void add(int line, int column, String place, String message) {
        if (first.size() < MOST_KEPT) {
            first.add(new ManifestFault(Math.max(0, line), Math.max(0, column), place, message));
        }
        total++;
    }

    boolean isEmpty() {
        return total == 0;
    }

    ManifestRejectedException rejected(DeliveryId delivery) {
        return new ManifestRejectedException(delivery, first, total);
    }
}
