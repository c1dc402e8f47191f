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

    private static String pad(String text) {
        return text + "0".repeat(20 - text.length());
    }
}
