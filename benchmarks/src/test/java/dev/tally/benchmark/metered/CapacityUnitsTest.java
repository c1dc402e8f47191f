package dev.tally.benchmark.metered;

import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples of DynamoDB's developer guide, where it has some. */
final class CapacityUnitsTest {
    private static final int KB = 1_024;

    @Test
    void a_read_of_3_500_bytes_costs_as_much_as_one_of_4_KB() {
        assertThat(CapacityUnits.read(3_500, true)).isEqualTo(1);
        assertThat(CapacityUnits.read(4 * KB, true)).isEqualTo(1);
    }

    @Test
    void an_item_of_8_KB_takes_two_units_to_read_strongly_and_one_eventually() {
        assertThat(CapacityUnits.read(8 * KB, true)).isEqualTo(2);
        assertThat(CapacityUnits.read(8 * KB, false)).isEqualTo(1);
    }

    @Test
    void an_item_of_10_KB_is_read_as_12_KB() {
        assertThat(CapacityUnits.read(10 * KB, true)).isEqualTo(3);
    }

    @Test
    void a_query_of_items_that_have_40_8_KB_together_reads_44_KB() {
        assertThat(CapacityUnits.read((int) (40.8 * KB), true)).isEqualTo(11);
    }

    @Test
    void a_query_of_1_500_items_of_64_bytes_reads_96_KB() {
        assertThat(CapacityUnits.read(1_500 * 64, true)).isEqualTo(24);
    }

    @Test
    void what_does_not_exist_costs_the_smallest_read() {
        assertThat(CapacityUnits.read(0, true)).isEqualTo(1);
        assertThat(CapacityUnits.read(0, false)).isEqualTo(0.5);
    }

    @Test
    void a_write_of_500_bytes_takes_one_unit_and_of_1_5_KB_two() {
        assertThat(CapacityUnits.write(0, 500)).isEqualTo(1);
        assertThat(CapacityUnits.write(0, 1_536)).isEqualTo(2);
    }

    @Test
    void a_write_costs_by_the_larger_of_the_old_and_the_new_item() {
        assertThat(CapacityUnits.write(300 * KB, 310 * KB)).isEqualTo(310);
        assertThat(CapacityUnits.write(310 * KB, 300 * KB)).isEqualTo(310);
    }

    @Test
    void an_entry_of_an_index_costs_a_write_to_come_one_to_go_and_two_to_move() {
        Optional<Map<String, AttributeValue>> open = entry("open#1");
        Optional<Map<String, AttributeValue>> ended = entry("ended#2");

        assertThat(CapacityUnits.writeToIndex(Optional.empty(), open)).isEqualTo(1);
        assertThat(CapacityUnits.writeToIndex(open, Optional.empty())).isEqualTo(1);
        assertThat(CapacityUnits.writeToIndex(open, ended)).isEqualTo(2);
        assertThat(CapacityUnits.writeToIndex(open, open)).isZero();
        assertThat(CapacityUnits.writeToIndex(Optional.empty(), Optional.empty())).isZero();
    }

    private static Optional<Map<String, AttributeValue>> entry(String order) {
        return Optional.of(Map.of("pk", AttributeValue.fromS("D#mag/1"), "order", AttributeValue.fromS(order)));
    }
}
