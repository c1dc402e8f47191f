package dev.tally.singer.lake;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Makes ULIDs that increase from one to the next: in the same millisecond, or when the clock was set back, the one before plus one.
 * Threads may share one.
 */
public final class UlidFactory {
    private static final int RANDOM_BITS = 80;
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(48 + RANDOM_BITS);

    private final InstantSource clock;
    private final RandomGenerator random;
    private BigInteger last = BigInteger.ONE.negate();

    /** @param clock in UTC; times before 1970 or after the year 10889 are refused when they come */
    public UlidFactory(InstantSource clock) {
        this(clock, new SecureRandom());
    }

    UlidFactory(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** @throws IllegalStateException if no greater one is left, or the clock is out of range */
    public synchronized Ulid next() {
        var time = BigInteger.valueOf(clock.millis()).shiftLeft(RANDOM_BITS);
        var next = time.compareTo(last.shiftRight(RANDOM_BITS).shiftLeft(RANDOM_BITS)) > 0
                ? time.or(randomBits())
                : last.add(BigInteger.ONE);
        if (next.signum() < 0 || next.compareTo(LIMIT) >= 0) {
            throw new IllegalStateException("There is no ULID for " + clock.instant() + " after all that were made;"
                    + " is the clock right?");
        }
        last = next;
        return ulid(next);
    }

    private BigInteger randomBits() {
        byte[] bytes = new byte[RANDOM_BITS / 8];
        random.nextBytes(bytes);
        return new BigInteger(1, bytes);
    }

    private static Ulid ulid(BigInteger value) {
        char[] letters = new char[Ulid.LENGTH];
        BigInteger rest = value;
        for (int i = letters.length - 1; i >= 0; i--) {
            letters[i] = Ulid.LETTERS.charAt(rest.intValue() & 31);
            rest = rest.shiftRight(5);
        }
        return new Ulid(new String(letters));
    }
}
