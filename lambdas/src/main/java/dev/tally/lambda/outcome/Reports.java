package dev.tally.lambda.outcome;

import java.util.ArrayList;
import java.util.List;

import dev.tally.file.FileRef;
import dev.tally.storage.BadEntry;
import dev.tally.storage.Lines;
import dev.tally.storage.Lines.Line;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;

/** Reads fixity reports. */
final class Reports {
    private static final int LINES_AT_ONCE = 100;

    private final ObjectReader reader;

    Reports(ObjectReader reader) {
        this.reader = reader;
    }

    /** The first entries of the reports, one report after the other. */
    List<BadEntry> read(List<FileRef> reports, int most) {
        List<BadEntry> entries = new ArrayList<>();
        for (FileRef report : reports) {
            ObjectVersion object = ObjectVersion.only(report);
            long size = reader.head(object)
                    .orElseThrow(() -> new IllegalStateException(report + " is missing"))
                    .size();
            Lines lines = new Lines(reader, object, 0, size);
            List<Line> some = lines.next(LINES_AT_ONCE);
            while (!some.isEmpty() && entries.size() < most) {
                some.stream().map(line -> BadEntry.parse(line.text())).forEach(entries::add);
                some = lines.next(LINES_AT_ONCE);
            }
        }
        return entries.subList(0, Math.min(most, entries.size()));
    }
}
