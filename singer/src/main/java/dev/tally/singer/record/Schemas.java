package dev.tally.singer.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tally.singer.Sniffer;
import dev.tally.singer.StreamNames;

/** The SCHEMA line in force of each stream of a run, as it came. */
final class Schemas {
    private final StreamNames names;
    private byte[] @Nullable [] lines;

    Schemas() {
        this(new StreamNames(), new byte[16][]);
    }

    private Schemas(StreamNames names, byte[] @Nullable [] lines) {
        this.names = names;
        this.lines = lines;
    }

    /** The same now, and from now on its own; the numbers of streams are common to both. */
    Schemas copy() {
        return new Schemas(names, lines.clone());
    }

    StreamNames names() {
        return names;
    }

    /** The number of the stream that was sniffed last. */
    int stream(Sniffer sniffer) {
        return names.number(sniffer.streamBytes(), sniffer.streamFrom(), sniffer.streamTo());
    }

    void remember(int stream, byte[] buffer, int from, int to) {
        if (stream >= lines.length) {
            lines = Arrays.copyOf(lines, 2 * (stream + 1));
        }
        byte[] known = lines[stream];
        if (known == null || !Arrays.equals(known, 0, known.length, buffer, from, to)) {
            lines[stream] = Arrays.copyOfRange(buffer, from, to);
        }
    }

    byte @Nullable [] inForce(int stream) {
        return stream < lines.length ? lines[stream] : null;
    }

    /** All that are in force. */
    List<byte[]> all() {
        List<byte[]> all = new ArrayList<>();
        for (byte[] line : lines) {
            if (line != null) {
                all.add(line);
            }
        }
        return all;
    }
}
