package dev.tally.singer.inspect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.tally.fixity.Sha256;

/**
 * Many names in eight bytes each: the first ones of their SHA-256. Of ten million names, another one is taken for one of them with a
 * probability of one to 10<sup>12</sup>. One thread at a time may use it.
 */
final class NameHashes {
    private long[] hashes = new long[16];
    private int count;
    private boolean sorted = true;

    void add(String name) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, Math.addExact(count, count >> 1));
        }
        hashes[count++] = hash(name);
        sorted = false;
    }

    boolean contains(String name) {
        if (!sorted) {
            Arrays.sort(hashes, 0, count);
            sorted = true;
        }
        return Arrays.binarySearch(hashes, 0, count, hash(name)) >= 0;
    }

    private static long hash(String name) {
        return ByteBuffer.wrap(Sha256.start().digest(name.getBytes(StandardCharsets.UTF_8))).getLong();
    }
}
