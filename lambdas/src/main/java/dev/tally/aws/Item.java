package dev.tally.aws;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads and makes attributes of items. */
final class Item {
    private Item() {}

    /** @throws CorruptItemException if it is absent */
    static AttributeValue value(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        if (value == null) {
            throw new CorruptItemException(item, attribute);
        }
        return value;
    }

    /** @throws CorruptItemException if it is absent or no text */
    static String text(Map<String, AttributeValue> item, String attribute) {
        return optionalText(item, attribute).orElseThrow(() -> new CorruptItemException(item, attribute));
    }

    static Optional<String> optionalText(Map<String, AttributeValue> item, String attribute) {
        return Optional.ofNullable(item.get(attribute)).map(AttributeValue::s);
    }

    /** @throws CorruptItemException if it is absent or no number */
    static long number(Map<String, AttributeValue> item, String attribute) {
        return optionalNumber(item, attribute).orElseThrow(() -> new CorruptItemException(item, attribute));
    }

    static Optional<Long> optionalNumber(Map<String, AttributeValue> item, String attribute) {
        return Optional.ofNullable(item.get(attribute)).map(AttributeValue::n).map(Long::valueOf);
    }

    static Instant time(Map<String, AttributeValue> item, String attribute) {
        return Instant.ofEpochMilli(number(item, attribute));
    }

    static boolean flag(Map<String, AttributeValue> item, String attribute) {
        return Optional.ofNullable(item.get(attribute)).map(AttributeValue::bool).orElse(false);
    }

    static AttributeValue of(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue of(long number) {
        return AttributeValue.fromN(Long.toString(number));
    }

    /** As milliseconds since 1970: 8 bytes in the table, where ISO text has 24. */
    static AttributeValue of(Instant time) {
        return of(time.toEpochMilli());
    }
}
