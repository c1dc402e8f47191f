package dev.tally.benchmark.cost;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tally.benchmark.metered.Meter;

import static org.assertj.core.api.Assertions.assertThat;

/** What tracking is allowed to cost. These are counts, so they are the same on every machine. */
final class CostRunTest {
    private static final int DELIVERIES = 40;

    @ParameterizedTest
    @EnumSource
    void a_hundred_files_cost_little_more_than_their_arrivals(Order order) {
        CostRun.Result result = new CostRun(100, order, DELIVERIES).measure();

        assertThat(result.writeUnitsPerFile()).as("write units").isLessThanOrEqualTo(1.15);
        assertThat(result.readUnitsPerFile()).as("read units").isLessThanOrEqualTo(2.0);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MANIFEST_LAST")
    void from_the_last_file_to_the_start_it_is_seven_requests(Order order) {
        assertThat(new CostRun(1, order, DELIVERIES).measure().requestsLastFileToStart()).isLessThanOrEqualTo(7);
        assertThat(new CostRun(100, order, DELIVERIES).measure().requestsLastFileToStart()).isLessThanOrEqualTo(7);
    }

    @Test
    void a_file_that_nobody_watches_is_one_request() {
        CostRun.Result result = new CostRun(100, Order.MANIFEST_LAST, 1).measure();

        assertThat(result.tracked().get("dynamodb:UpdateItem file"))
                .extracting(Meter.Usage::requests, Meter.Usage::writeUnits)
                .containsExactly(101L, 101.0);
    }
}
