package dev.tally.lambda.archiver;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class PartSizesTest {
    private static final long GIB = 1L << 30;
    /** Of S3: the parts of a copy have 5 MiB to 5 GiB, all but the last one. */
    private static final long SMALLEST = 5L << 20;
    private static final long LARGEST = 5 * GIB;
    /** The largest object that S3 takes. */
    private static final long LARGEST_OBJECT = 50L << 40;

    @ParameterizedTest
    @ValueSource(longs = {1, (5 * GIB) + 1, 100 * GIB, PartSizes.USUAL * PartSizes.MOST_PARTS,
        (PartSizes.USUAL * PartSizes.MOST_PARTS) + 1, 5L << 40, LARGEST_OBJECT - 1, LARGEST_OBJECT})
    void keepTheLimitsAndCoverEveryByteOnce(long size) {
        PartSizes sizes = PartSizes.of(size);

        assertThat(sizes.count()).isBetween(1, PartSizes.MOST_PARTS);
        assertThat(sizes.part()).isBetween(SMALLEST, LARGEST + GIB);
        assertThat(sizes.from(1)).isZero();
        assertThat(sizes.to(sizes.count())).isEqualTo(size);
        for (int number = 1; number < sizes.count(); number++) {
            assertThat(sizes.to(number)).isEqualTo(sizes.from(number + 1)).isEqualTo(number * sizes.part());
        }
        assertThat(sizes.from(sizes.count())).isLessThan(size);
    }

    @Test
    void areTheUsualOnesWhereTheySuffice() {
        assertThat(PartSizes.of((5 * GIB) + 1)).isEqualTo(new PartSizes(PartSizes.USUAL, 21, (5 * GIB) + 1));
    }

    @Test
    @DisplayName("OBJ-08: an empty object has no parts")
    void thereAreNoneOfNothing() {
        assertThatThrownBy(() -> PartSizes.of(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
