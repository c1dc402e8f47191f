package dev.tally.lambda.archiver;

import java.util.ArrayList;
import java.util.List;

import dev.tally.dataset.ArchivePolicy;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.storage.Lines;
import dev.tally.storage.ObjectGoneException;
import dev.tally.storage.ObjectReader;
import dev.tally.storage.ObjectVersion;

/** Cuts what is to be copied into parts of some hundred files or more, at most {@value #MOST_PARTS} of each list. */
final class Planner {
    static final int MOST_PARTS = 256;
    /** Bytes of a list, about 400 files. */
    private static final long USUAL_PART = 128 << 10;
    private static final int LINES_AT_ONCE = 1000;

    private final ObjectReader reader;
    private final long usualPart;

    Planner(ObjectReader reader) {
        this(reader, USUAL_PART);
    }

    Planner(ObjectReader reader, long usualPart) {
        this.reader = reader;
        this.usualPart = usualPart;
    }

    /** @param delivery one that was processed */
    List<Part> plan(Delivery delivery, ArchivePolicy policy) {
        List<Part> parts = new ArrayList<>();
        if (policy.includes(ArchivePolicy.Part.MEMBERS)) {
            delivery.life().resolved().ifPresent(resolved -> addMembers(resolved, parts));
        }
        if (policy.includes(ArchivePolicy.Part.OUTPUTS)) {
            delivery.life().outputs().ifPresent(outputs -> addOutputs(outputs, parts));
        }
        return parts;
    }

    private static void addMembers(ResolvedManifest resolved, List<Part> parts) {
        List<Long> offsets = resolved.offsets();
        for (int i = 0; i < offsets.size() - 1; i++) {
            add(ArchivePolicy.Part.MEMBERS, offsets.get(i), offsets.get(i + 1), parts);
        }
    }

    private void addOutputs(Outputs outputs, List<Part> parts) {
        ObjectVersion list = ObjectVersion.only(outputs.manifest());
        long size = reader.head(list).orElseThrow(() -> new ObjectGoneException(list)).size();
        long length = Math.max(usualPart, Math.ceilDiv(size, MOST_PARTS));
        Lines lines = new Lines(reader, list, 0, size);
        long from = 0;
        List<Lines.Line> some = lines.next(LINES_AT_ONCE);
        while (!some.isEmpty()) {
            for (Lines.Line line : some) {
                if (line.next() - from >= length) {
                    add(ArchivePolicy.Part.OUTPUTS, from, line.next(), parts);
                    from = line.next();
                }
            }
            some = lines.next(LINES_AT_ONCE);
        }
        add(ArchivePolicy.Part.OUTPUTS, from, size, parts);
    }

    private static void add(ArchivePolicy.Part source, long from, long to, List<Part> parts) {
        if (from < to) {
            parts.add(new Part(parts.size(), source, from, to));
        }
    }
}
