package dev.tally.delivery;

import java.util.List;

import dev.tally.file.FileRef;

/**
 * The exact versions that an attempt uses, written once as JSON lines.
 *
 * @param members lines
 * @param offsets where its parts begin, in bytes, and behind them its size: one more than there are parts; each part is
 *                a number of whole lines
 */
public record ResolvedManifest(FileRef file, long members, List<Long> offsets) {
    public ResolvedManifest {
        offsets = List.copyOf(offsets);
        if (offsets.size() < 2) {
            throw new IllegalArgumentException("A resolved manifest has at least one part");
        }
    }
}
