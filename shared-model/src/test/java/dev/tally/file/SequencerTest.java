package dev.tally.file;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class SequencerTest {
    /** EVT-03: letter case differs by channel. */
    @Test
    void evt03LetterCaseMeansNothing() {
        assertThat(new Sequencer("617f08299329d189").isAfter(new Sequencer("617F08299329D18A"))).isFalse();
        assertThat(new Sequencer("617F08299329D18A").isAfter(new Sequencer("617f08299329d189"))).isTrue();
        assertThat(new Sequencer("0A1B")).isEqualTo(new Sequencer("0a1b"));
    }

    @Test
    void theShorterIsPaddedOnTheRightWithZeros() {
        assertThat(new Sequencer("62a").isAfter(new Sequencer("629fff"))).isTrue();
        assertThat(new Sequencer("62")).isEqualTo(new Sequencer("6200"));
        assertThat(new Sequencer("6201").isAfter(new Sequencer("62"))).isTrue();
    }

    @Test
    void onlyHexadecimalTextIsOne() {
        for (String text : new String[]{"", "xyz", "0x1", "12 ", "é", "１２"}) {
            assertThatThrownBy(() -> new Sequencer(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Property
    void orderIsThatOfPaddedText(@ForAll @StringLength(min = 1, max = 20) @CharRange(from = '0', to = '9') String one,
            @ForAll @StringLength(min = 1, max = 20) @CharRange(from = '0', to = '9') String other) {
        int padded = pad(one).compareTo(pad(other));
        assertThat(Integer.signum(new Sequencer(one).compareTo(new Sequencer(other))))
                .isEqualTo(Integer.signum(padded));
    }

    /** What is put in behind a known event is before every other that S3 may send. */
    @Property
    void nothingFitsBetweenOneAndTheNext(
            @ForAll @StringLength(min = 1, max = 24) @CharRange(from = '0', to = '9') String one,
            @ForAll @StringLength(min = 1, max = 24) @CharRange(from = '0', to = '9') String other) {
        Sequencer known = new Sequencer(one);
        Sequencer next = known.next();
        assertThat(next.isAfter(known)).isTrue();
        assertThat(next.next().isAfter(next)).isTrue();
        Sequencer real = new Sequencer(other);
        assertThat(real.isAfter(known)).isEqualTo(real.isAfter(next));
    }

    @Test
    void theNextCarries() {
        assertThat(new Sequencer("62" + "f".repeat(62)).next()).isEqualTo(new Sequencer("63"));
        assertThat(new Sequencer("0f" + "f".repeat(62)).next()).isEqualTo(new Sequencer("1"));
        assertThat(Sequencer.FIRST.next().value()).isEqualTo("0".repeat(63) + "1");
        assertThatThrownBy(() -> new Sequencer("f".repeat(64)).next()).isInstanceOf(IllegalStateException.class);
    }

    private static String pad(String text) {
        return text + "0".repeat(20 - text.length());
    }
}
