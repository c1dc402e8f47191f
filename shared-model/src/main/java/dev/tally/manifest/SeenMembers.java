package dev.tally.manifest;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

import dev.tally.file.FileRef;
import dev.tally.fixity.Checksum;
import dev.tally.fixity.Sha256;

/**
 * Which members a manifest has had, in 24 bytes each and not one name: an open-addressed table over hashes of 128 bits,
 * cut from SHA-256, so that two of some million names are taken for one about as often as never.
 *
 * <p>An entry has three longs: two of the hash of the name in composed Unicode form; and one of 32 bits of the hash of
 * all that is said of the member, the line on which it stands, and whether the name is composed as it is written. The
 * entries lie in blocks that never move; the slots of the table, which doubles when it is half full, hold their numbers
 * plus one.
 */
public final class SeenMembers {
    private static final int LONGS = 3;
    private static final int BLOCK = 1 << 12;

    private final MessageDigest sha256;
    private final List<long[]> blocks = new ArrayList<>();
    private int[] slots = new int[1 << 10];
    private int count;

    public SeenMembers() {
        sha256 = Sha256.start();
    }

    int count() {
        return count;
    }

    /** Adds a member, unless there is one of that name. */
    public Finding add(Member member, int line) {
        String uri = member.file().uri();
        String composed = composed(uri);
        ByteBuffer name = hash(composed);
        long said = hash(describe(member)).getInt() & 0xffffffffL;
        long form = composed.equals(uri) ? 1 : 0;
        int slot = slot(name.getLong(0), name.getLong(Long.BYTES));
        if (slots[slot] == 0) {
            append(slot, name, (said << 32) | ((long) line << 1) | form);
            return new Finding.New();
        }
        long first = part(slots[slot] - 1, 2);
        if ((first & 1) != form) {
            return new Finding.OtherForm(line(first));
        }
        return first >>> 32 == said ? new Finding.Same(line(first)) : new Finding.Conflict(line(first));
    }

    /** The line of a file among the members. */
    OptionalInt lineOf(FileRef file) {
        ByteBuffer name = hash(composed(file.uri()));
        int entry = slots[slot(name.getLong(0), name.getLong(Long.BYTES))];
        return entry == 0 ? OptionalInt.empty() : OptionalInt.of(line(part(entry - 1, 2)));
    }

    private static int line(long detail) {
        return (int) detail >>> 1;
    }

    /** What was known of a member that comes. */
    public sealed interface Finding {
        /** Nothing. */
        record New() implements Finding {}

        /** The very same was said on that line. */
        record Same(int line) implements Finding {}

        /** Something else was said of the file on that line. */
        record Conflict(int line) implements Finding {}

        /** A name was on that line that looks the same, and one of the two is composed and the other is not. */
        record OtherForm(int line) implements Finding {}
    }

    /** All that decides whether two entries for one file say the same. */
    private static String describe(Member member) {
        StringBuilder text = new StringBuilder(160);
        text.append(member.required()).append(' ').append(member.fixity().size()).append(' ');
        member.fixity()
                .checksums()
                .stream()
                .sorted(Comparator.comparing(Checksum::algorithm))
                .forEach(checksum -> text.append(checksum).append(' '));
        return text.append(member.role().orElse("")).append(' ').append(member.file()).toString();
    }

    private static String composed(String text) {
        return Normalizer.isNormalized(text, Normalizer.Form.NFC)
                ? text
                : Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    private ByteBuffer hash(String text) {
        return ByteBuffer.wrap(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Where the name is, or could be put. */
    private int slot(long high, long low) {
        int mask = slots.length - 1;
        int slot = (int) low & mask;
        while (slots[slot] != 0 && (part(slots[slot] - 1, 0) != high || part(slots[slot] - 1, 1) != low)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private long part(int entry, int part) {
        return blocks.get(entry / BLOCK)[entry % BLOCK * LONGS + part];
    }

    private void append(int slot, ByteBuffer name, long detail) {
        if (count % BLOCK == 0) {
            blocks.add(new long[BLOCK * LONGS]);
        }
        long[] block = blocks.get(count / BLOCK);
        int at = count % BLOCK * LONGS;
        block[at] = name.getLong(0);
        block[at + 1] = name.getLong(Long.BYTES);
        block[at + 2] = detail;
        count++;
        slots[slot] = count;
        if (count > slots.length / 2) {
            grow();
        }
    }

    private void grow() {
        slots = new int[slots.length * 2];
        for (int entry = 0; entry < count; entry++) {
            slots[slot(part(entry, 0), part(entry, 1))] = entry + 1;
        }
    }
}
