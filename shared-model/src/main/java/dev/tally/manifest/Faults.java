package dev.tally.manifest;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;

import com.fasterxml.jackson.core.JsonLocation;

import dev.tally.dataset.DeliveryId;

/** Collects what is wrong with a manifest: keeps the first faults, counts all. */
public final class Faults {
    private static final int MOST_KEPT = 1000;

    private final List<ManifestFault> first = new ArrayList<>();
    private long total;

    void add(JsonLocation where, String place, String message) {
        add(where.getLineNr(), where.getColumnNr(), place, message);
    }

    /** @param line and column 1 or more, less if the fault concerns the whole */
    public void add(int line, int column, String place, String message) {
        if (first.size() < MOST_KEPT) {
            first.add(new ManifestFault(Math.max(0, line), Math.max(0, column), place, message));
        }
        total++;
    }

    /**
     * Adds that the bytes of a manifest could not be read on from a place.
     *
     * @throws UncheckedIOException if that is not the manifest's fault
     */
    public void addUnreadable(IOException broken, int line, int column, String place) {
        switch (broken) {
            case UnreadableManifestException unreadable ->
                add(unreadable.line(), unreadable.column(), place, String.valueOf(unreadable.getMessage()));
            case EOFException _ -> add(line, column, place, "the gzip data ends too early; is the file cut off?");
            case ZipException bad -> add(line, column, place, "the gzip data is damaged: " + bad.getMessage());
            default -> throw new UncheckedIOException(broken);
        }
    }

    public boolean isEmpty() {
        return total == 0;
    }

    public ManifestRejectedException rejected(DeliveryId delivery) {
        return new ManifestRejectedException(delivery, first, total);
    }
}
