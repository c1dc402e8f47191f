package dev.tally.fixity;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class Crc64NvmeTest {
    @Test
    void hasTheCheckValueOfTheCatalogueOfCrcs() {
        var crc = new Crc64Nvme();
        crc.update("123456789".getBytes(StandardCharsets.US_ASCII));
        assertThat(crc.getValue()).isEqualTo(0xAE8B14860A799888L);
    }

    @Test
    void isThatOfNothingBeforeAnythingCame() {
        assertThat(new Crc64Nvme().getValue()).isZero();
    }

    @Test
    void isTheSameHoweverTheBytesAreCut() {
        byte[] bytes = new byte[1000];
        new Random(7).nextBytes(bytes);
        var whole = new Crc64Nvme();
        whole.update(bytes);
        var single = new Crc64Nvme();
        for (byte value : bytes) {
            single.update(value);
        }
        var cut = new Crc64Nvme();
        cut.update(bytes, 0, 3);
        cut.update(bytes, 3, 990);
        cut.update(bytes, 993, 7);
        assertThat(single.getValue()).isEqualTo(whole.getValue());
        assertThat(cut.getValue()).isEqualTo(whole.getValue());
    }
}
