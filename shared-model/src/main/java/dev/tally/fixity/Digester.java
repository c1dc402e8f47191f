package dev.tally.fixity;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Computes digests of a file in one pass, which may be broken off and taken up again in another process. Not safe for
 * several threads.
 *
 * <pre>
 * state  = "1;" count { ";" algorithm "=" base64url }     count: the bytes read so far
 * </pre>
 */
public final class Digester {
    private static final String VERSION = "1";
    private static final Pattern SEMICOLON = Pattern.compile(";");

    private final Map<ChecksumAlgorithm, RunningDigest> running = new EnumMap<>(ChecksumAlgorithm.class);
    private long count;

    private Digester() {}

    /** Begins with no byte read. */
    public static Digester of(Collection<ChecksumAlgorithm> algorithms) {
        Digester digester = new Digester();
        algorithms.forEach(algorithm -> digester.running.put(algorithm, RunningDigest.begin(algorithm)));
        return digester;
    }

    /** Begins one that is faster, up to four times with SHA-256, and cannot be suspended. */
    public static Digester inOneGo(Collection<ChecksumAlgorithm> algorithms) {
        Digester digester = new Digester();
        algorithms.forEach(algorithm -> digester.running.put(algorithm, PlatformHash.begin(algorithm)));
        return digester;
    }

    /**
     * Goes on where another one was suspended: the next byte is the one with the number {@link #count()}.
     *
     * @throws IllegalArgumentException if that is no state of a digester
     */
    public static Digester resume(String state) {
        List<String> parts = List.of(SEMICOLON.split(state, -1));
        if (parts.size() < 2 || !parts.getFirst().equals(VERSION)) {
            throw new IllegalArgumentException("Not the state of a digester: " + state);
        }
        Digester digester = new Digester();
        digester.count = Long.parseLong(parts.get(1));
        for (String part : parts.subList(2, parts.size())) {
            int equals = part.indexOf('=');
            ChecksumAlgorithm algorithm = ChecksumAlgorithm.of(part.substring(0, Math.max(0, equals)))
                    .orElseThrow(() -> new IllegalArgumentException("Not the state of a digester: " + state));
            byte[] bytes = Base64.getUrlDecoder().decode(part.substring(equals + 1));
            digester.running.put(algorithm, RunningDigest.resume(algorithm, bytes));
        }
        return digester;
    }

    public void update(byte[] bytes, int offset, int length) {
        running.values().forEach(digest -> digest.update(bytes, offset, length));
        count += length;
    }

    /** Bytes read so far. */
    public long count() {
        return count;
    }

    /**
     * The state as text: ASCII without white space, at most some 300 characters for each algorithm.
     *
     * @throws IllegalStateException if it was begun to read in one go
     */
    public String suspend() {
        StringBuilder state = new StringBuilder(VERSION).append(';').append(count);
        running.forEach((algorithm, digest) -> state.append(';')
                .append(algorithm.label())
                .append('=')
                .append(Base64.getUrlEncoder().withoutPadding().encodeToString(digest.state())));
        return state.toString();
    }

    /** The digests, in the order of their algorithms; nothing may follow. */
    public List<Checksum> finish() {
        List<Checksum> checksums = new ArrayList<>(running.size());
        running.forEach((algorithm, digest) -> checksums.add(Checksum.of(algorithm, digest.finish())));
        return checksums;
    }
}
