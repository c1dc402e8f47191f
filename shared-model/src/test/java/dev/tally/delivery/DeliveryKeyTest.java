package dev.tally.delivery;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

import dev.tally.completeness.Watch;
import dev.tally.dataset.DeliveryId;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class DeliveryKeyTest {
    @Property
    void composedTextIsReadBack(
            @ForAll @StringLength(min = 1, max = 40) @Chars({'a', '/', '@', '#', ' ', 'é', '7'}) String name) {
        DeliveryKey key = new DeliveryKey(new DeliveryId("mag-1", name), "0123456789ab");
        Watch watch = new Watch(key, 3, 17);
        assertThat(DeliveryKey.parse(key.toString())).isEqualTo(key);
        assertThat(Watch.parse(watch.toString())).isEqualTo(watch);
        assertThat(DeliveryId.parse(key.id().toString())).isEqualTo(key.id());
    }

    @Test
    void whatIsNoneIsRefused() {
        String revision = "@0123456789ab";
        for (String text : new String[]{"", "a", "a/b", "A/b" + revision, "a/" + revision, "a/b@0123",
            "a/b@0123456789aB",
            "a/b\u0000" + revision, "a/" + "n".repeat(256) + revision}) {
            assertThatThrownBy(() -> DeliveryKey.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
        for (String text : new String[]{"", "a/b" + revision, "a/b" + revision + "#1", "a/b" + revision + "#2/2",
            "a/b" + revision + "#-1/2", "a/b" + revision + "#0/257", "a/b" + revision + "#x/2"}) {
            assertThatThrownBy(() -> Watch.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
