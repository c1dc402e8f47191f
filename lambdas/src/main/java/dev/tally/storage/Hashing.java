package dev.tally.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.tally.fixity.Checksum;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.fixity.Digester;

/**
 * Reads objects and digests their bytes, a few pieces ahead of the digesting, so that reading and computing overlap and
 * no more than {@value #AHEAD} pieces are held. Can stop between pieces and go on in another invocation. Thread-safe.
 */
public final class Hashing {
    /** Small enough to be read in a second or two. */
    public static final int PIECE = 8 << 20;
    private static final int AHEAD = 6;

    private final ObjectReader reader;
    private final int piece;

    public Hashing(ObjectReader reader) {
        this(reader, PIECE);
    }

    /** With pieces of so many bytes. */
    public Hashing(ObjectReader reader, int piece) {
        this.reader = reader;
        this.piece = piece;
    }

    /** How far the digesting got. */
    public sealed interface Progress {
        /** All bytes were digested. */
        record Digested(List<Checksum> checksums) implements Progress {
            public Digested {
                checksums = List.copyOf(checksums);
            }
        }

        /** To be continued; {@code state} is a digester's. */
        record Paused(String state) implements Progress {}
    }

    /** Digests an object from its first byte to its last. */
    public List<Checksum> digest(ObjectVersion object, long size, Set<ChecksumAlgorithm> algorithms) {
        Digester digester = Digester.inOneGo(algorithms);
        for (long position = 0; position < size; position += piece) {
            byte[] bytes = reader.read(object, position, (int) Math.min(piece, size - position));
            digester.update(bytes, 0, bytes.length);
        }
        return digester.finish();
    }

    /** The start of an object's digesting. */
    public static Progress.Paused start(Set<ChecksumAlgorithm> algorithms) {
        return new Progress.Paused(Digester.of(algorithms).suspend());
    }

    /** Goes on to the end, or until the budget is spent, but by at least one piece. */
    public Progress proceed(ObjectVersion object, long size, Progress.Paused from, Budget budget) {
        Digester digester = Digester.resume(from.state());
        long digested = digester.count();
        long asked = digested;
        Deque<Future<byte[]>> ahead = new ArrayDeque<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(AHEAD, Thread.ofVirtual().factory())) {
            while (digested < size) {
                while (asked < size && ahead.size() < AHEAD) {
                    long position = asked;
                    int length = (int) Math.min(piece, size - position);
                    ahead.add(executor.submit(() -> reader.read(object, position, length)));
                    asked += length;
                }
                byte[] bytes = InParallel.result(ahead.remove());
                digester.update(bytes, 0, bytes.length);
                digested = digester.count();
                if (digested < size && budget.spent()) {
                    ahead.forEach(future -> future.cancel(true));
                    return new Progress.Paused(digester.suspend());
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", interrupted);
        }
        return new Progress.Digested(digester.finish());
    }
}
