package dev.tally.singer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers the streams of a run from 0, in the order in which they are first named. Names are compared as bytes, and only a new one
 * allocates. One thread at a time may use it.
 */
public final class StreamNames {
    private byte[][] names = new byte[16][];
    // Open addressing; each slot has the number of a stream plus one. At most half of them are in use.
    private int[] slots = new int[32];
    private int count;
    private int last;

    /** The number of the stream with that name in UTF-8. */
    public int number(byte[] bytes, int from, int to) {
        if (count > 0 && is(last, bytes, from, to)) {
            return last;
        }
        int slot = slot(slots, bytes, from, to);
        last = slots[slot] > 0 ? slots[slot] - 1 : add(slot, Arrays.copyOfRange(bytes, from, to));
        return last;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** What is no UTF-8 in it is U+FFFD here. */
    public String name(int number) {
        return new String(names[number], StandardCharsets.UTF_8);
    }

    private int add(int slot, byte[] name) {
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
        }
        names[count] = name;
        slots[slot] = count + 1;
        count++;
        if (2 * count > slots.length) {
            spread();
        }
        return count - 1;
    }

    private void spread() {
        var wider = new int[2 * slots.length];
        for (int number = 0; number < count; number++) {
            wider[slot(wider, names[number], 0, names[number].length)] = number + 1;
        }
        slots = wider;
    }

    /** Where the name is, or has its place. */
    private int slot(int[] table, byte[] bytes, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash ^ (hash >>> 16)) & (table.length - 1);
        while (table[slot] > 0 && !is(table[slot] - 1, bytes, from, to)) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private boolean is(int number, byte[] bytes, int from, int to) {
        return Arrays.equals(names[number], 0, names[number].length, bytes, from, to);
    }
}
