package dev.tally.benchmark.metered;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import static org.assertj.core.api.Assertions.assertThat;

/** DynamoDB's published rules, one by one. */
final class ItemSizeTest {
    private record Case(String name, Map<String, AttributeValue> item, int bytes) {}

    @TestFactory
    Stream<DynamicTest> items() {
        return Stream.of(
                new Case("text is UTF-8, and names count", Map.of("name", text("Zoë")), 4 + 4),
                new Case("names are UTF-8 too", Map.of("größe", text("")), 7),
                new Case("a number has a byte for two digits and one more", Map.of("n", number("1234")), 1 + 3),
                new Case("38 digits", Map.of("n", number("12345678901234567890123456789012345678")), 1 + 20),
                new Case("leading and trailing zeros are trimmed", Map.of("n", number("00120000")), 1 + 2),
                new Case("binary counts raw, not as base64",
                        Map.of("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[300]))), 1 + 300),
                new Case("a truth value takes a byte", Map.of("yes", AttributeValue.fromBool(true)), 3 + 1),
                new Case("so does null", Map.of("no", AttributeValue.fromNul(true)), 2 + 1),
                new Case("an empty list takes three bytes", Map.of("l", AttributeValue.fromL(List.of())), 1 + 3),
                new Case("an empty map takes three bytes", Map.of("m", AttributeValue.fromM(Map.of())), 1 + 3),
                new Case("each element of a list takes one more",
                        Map.of("l", AttributeValue.fromL(List.of(text("ab"), number("7")))), 1 + 3 + (1 + 2) + (1 + 2)),
                new Case("so does each of a map, beside its name",
                        Map.of("m", AttributeValue.fromM(Map.of("key", text("value")))), 1 + 3 + 1 + 3 + 5),
                new Case("collections in collections",
                        Map.of("l", AttributeValue.fromL(List.of(AttributeValue.fromL(List.of())))), 1 + 3 + 1 + 3),
                new Case("of sets, the elements", Map.of("s", AttributeValue.fromSs(List.of("abc", "é"))), 1 + 3 + 2),
                new Case("of sets of numbers too", Map.of("s", AttributeValue.fromNs(List.of("1", "255"))),
                        1 + 2 + 3),
                new Case("attributes add up", Map.of("pk", text("F#b/k"), "sk", text("F")), 2 + 5 + 2 + 1))
                .map(each -> DynamicTest.dynamicTest(each.name(),
                        () -> assertThat(ItemSize.of(each.item())).isEqualTo(each.bytes())));
    }

    @TestFactory
    Stream<DynamicTest> numbers() {
        return Stream.of(Map.entry("0", 1), Map.entry("0.00", 1), Map.entry("5", 2), Map.entry("42", 2),
                Map.entry("100", 2), Map.entry("1000", 2), Map.entry("123", 3), Map.entry("-123", 4),
                Map.entry("0.5", 2), Map.entry("12.5", 3), Map.entry("0.0001", 2), Map.entry("1796083200000", 6))
                .map(each -> DynamicTest.dynamicTest(each.getKey(),
                        () -> assertThat(ItemSize.number(each.getKey())).isEqualTo(each.getValue())));
    }

    private static AttributeValue text(String text) {
        return AttributeValue.fromS(text);
    }

    private static AttributeValue number(String number) {
        return AttributeValue.fromN(number);
    }
}
