package dev.tally.benchmark.metered;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How many bytes an item counts for, by DynamoDB's published rules: names and values together; text as UTF-8; a number
 * one byte for two significant digits and one more; a list or a map three bytes, and one for each element.
 *
 * <p>Where the rules say "approximately": digits are paired from the decimal point on, so 123 takes two pairs, and a
 * negative number takes one byte more. Of sets, which the rules leave out, the elements are counted.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">DynamoDB:
 *      item sizes and formats</a>
 */
final class ItemSize {
    private static final int COLLECTION = 3;
    private static final int ELEMENT = 1;

    private ItemSize() {}

    static int of(Map<String, AttributeValue> item) {
        int size = 0;
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            size += text(attribute.getKey()) + of(attribute.getValue());
        }
        return size;
    }

    static int of(AttributeValue value) {
        return switch (value.type()) {
            case S -> text(value.s());
            case N -> number(value.n());
            case B -> value.b().asByteArrayUnsafe().length;
            case BOOL, NUL -> 1;
            case SS -> value.ss().stream().mapToInt(ItemSize::text).sum();
            case NS -> value.ns().stream().mapToInt(ItemSize::number).sum();
            case BS -> value.bs().stream().mapToInt(bytes -> bytes.asByteArrayUnsafe().length).sum();
            case L -> list(value.l());
            case M -> COLLECTION + value.m().size() * ELEMENT + of(value.m());
            case UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException("Of no known type: " + value);
        };
    }

    private static int list(List<AttributeValue> elements) {
        return COLLECTION + elements.stream().mapToInt(element -> ELEMENT + of(element)).sum();
    }

    static int number(String text) {
        BigDecimal number = new BigDecimal(text).stripTrailingZeros();
        if (number.signum() == 0) {
            return 1;
        }
        // A pair never crosses the decimal point, so an odd end of either side takes a whole one.
        int digits = number.precision() + (number.scale() & 1);
        int pairs = (digits + 1) / 2;
        return 1 + pairs + (number.signum() < 0 ? 1 : 0);
    }

    private static int text(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) >= 0x80) {
                return text.getBytes(StandardCharsets.UTF_8).length;
            }
        }
        return length;
    }
}
