package dev.tally.aws;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The size of an item as DynamoDB counts it.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">DynamoDB
 *      item sizes and formats</a>
 */
final class ItemSize {
    private static final int DOCUMENT = 3;
    private static final int ELEMENT = 1;

    private ItemSize() {}

    static int of(Map<String, AttributeValue> item) {
        return item.entrySet().stream().mapToInt(entry -> utf8(entry.getKey()) + of(entry.getValue())).sum();
    }

    private static int of(AttributeValue value) {
        return switch (value.type()) {
            case S -> utf8(value.s());
            case N -> number(value.n());
            case B -> value.b().asByteArrayUnsafe().length;
            case SS -> value.ss().stream().mapToInt(ItemSize::utf8).sum();
            case NS -> value.ns().stream().mapToInt(ItemSize::number).sum();
            case BOOL, NUL -> 1;
            case L -> DOCUMENT + documents(value.l());
            case M -> DOCUMENT + value.m().keySet().stream().mapToInt(ItemSize::utf8).sum()
                    + documents(value.m().values());
            case BS, UNKNOWN_TO_SDK_VERSION -> throw new AssertionError("No item of ours has " + value);
        };
    }

    private static int documents(Collection<AttributeValue> values) {
        return values.stream().mapToInt(value -> ELEMENT + of(value)).sum();
    }

    /** About one byte for two digits, and one more. */
    private static int number(String digits) {
        return (digits.length() + 1) / 2 + 1;
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
