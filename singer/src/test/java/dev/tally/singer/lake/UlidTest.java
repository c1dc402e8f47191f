package dev.tally.singer.lake;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class UlidTest {
    private final AtomicLong millis = new AtomicLong(Instant.parse("2026-11-30T12:00:00Z").toEpochMilli());
    private final InstantSource clock = () -> Instant.ofEpochMilli(millis.get());

    @Test
    void itIsThatOfTheSpecification() {
        assertThat(new Ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV").time()).isEqualTo(Instant.parse("2016-07-30T23:54:10.259Z"));
        assertThat(Ulid.lowest(Instant.EPOCH)).hasToString("00000000000000000000000000");
        assertThat(new Ulid("7ZZZZZZZZZZZZZZZZZZZZZZZZZ").time()).isEqualTo(Instant.ofEpochMilli(281474976710655L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "01ARZ3NDEKTSV4RRFFQ69G5FA", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01arz3ndektsv4rrffq69g5fav",
        "01ARZ3NDEKTSV4RRFFQ69G5FAU", "01ARZ3NDEKTSV4RRFFQ69G5FA\n"})
    void otherTextIsNone(String text) {
        assertThat(Ulid.parse(text)).isEmpty();
        assertThatThrownBy(() -> new Ulid(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void r13AMillionInALoopIncreaseStrictly() {
        var factory = new UlidFactory(InstantSource.system());
        var last = factory.next();
        for (int i = 0; i < 1_000_000; i++) {
            var next = factory.next();
            if (next.compareTo(last) <= 0) {
                throw new AssertionError(next + " after " + last);
            }
            last = next;
        }
    }

    @Test
    void r13AClockThatStepsBackIsNotFollowed() {
        var factory = new UlidFactory(clock);
        var before = factory.next();
        millis.addAndGet(-5000);
        var after = factory.next();
        assertThat(after).isGreaterThan(before);
        assertThat(after.time()).isEqualTo(before.time());
        millis.addAndGet(6000);
        assertThat(factory.next().time()).isEqualTo(clock.instant());
    }

    @Test
    void r13TwoRunnersNeverCollideAndMergeByTime() {
        var one = new UlidFactory(clock);
        var other = new UlidFactory(clock);
        var first = one.next();
        assertThat(other.next()).isNotEqualTo(first);
        millis.incrementAndGet();
        assertThat(other.next()).isGreaterThan(first);
        millis.incrementAndGet();
        assertThat(one.next()).isGreaterThan(first);
    }

    @Test
    void r13AnOverflowIsRefused() {
        RandomGenerator ones = () -> -1L;
        var factory = new UlidFactory(() -> Instant.ofEpochMilli((1L << 48) - 1), ones);
        assertThat(factory.next()).hasToString("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
        assertThatThrownBy(factory::next).isInstanceOf(IllegalStateException.class).hasMessageContaining("clock");
    }

    @Test
    void itsBoundsHoldAllOfAMillisecond() {
        var ulid = new UlidFactory(clock).next();
        assertThat(ulid).isBetween(Ulid.lowest(clock.instant()), Ulid.highest(clock.instant()));
        assertThat(Ulid.highest(clock.instant())).isLessThan(Ulid.lowest(clock.instant().plusMillis(1)));
    }
}
