package dev.tally.benchmark.metered;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The part of DynamoDB's condition expressions that Tally's requests use:
 *
 * <pre>
 *   any        = all ("OR" all)*
 *   all        = one ("AND" one)*
 *   one        = "NOT" one | "(" any ")" | test | operand ("=" | "&lt;>" | "&lt;" | "&lt;=" | ">" | ">=") operand
 *   test       = ("attribute_exists" | "attribute_not_exists") "(" name ")"
 *              | ("begins_with" | "contains") "(" name "," operand ")"
 *   operand    = name | value | "size" "(" name ")"
 * </pre>
 */
final class Condition {
    private final Tokens tokens;

    private Condition(Tokens tokens) {
        this.tokens = tokens;
    }

    static Predicate<Map<String, AttributeValue>> parse(Tokens tokens) {
        Predicate<Map<String, AttributeValue>> parsed = new Condition(tokens).any();
        if (!tokens.ended()) {
            throw tokens.unsupported("\"" + tokens.next() + '"');
        }
        return parsed;
    }

    private Predicate<Map<String, AttributeValue>> any() {
        Predicate<Map<String, AttributeValue>> any = all();
        while (tokens.take("OR")) {
            any = any.or(all());
        }
        return any;
    }

    private Predicate<Map<String, AttributeValue>> all() {
        Predicate<Map<String, AttributeValue>> all = one();
        while (tokens.take("AND")) {
            all = all.and(one());
        }
        return all;
    }

    private Predicate<Map<String, AttributeValue>> one() {
        if (tokens.take("NOT")) {
            return one().negate();
        }
        if (tokens.take("(")) {
            Predicate<Map<String, AttributeValue>> inner = any();
            tokens.need(")");
            return inner;
        }
        if (tokens.take("attribute_exists")) {
            String name = nameInParentheses();
            return item -> item.containsKey(name);
        }
        if (tokens.take("attribute_not_exists")) {
            String name = nameInParentheses();
            return item -> !item.containsKey(name);
        }
        if (tokens.take("begins_with")) {
            return pair((whole, part) -> whole.s() != null && whole.s().startsWith(part.s()));
        }
        if (tokens.take("contains")) {
            return pair(Condition::contains);
        }
        return comparison();
    }

    private interface Test {
        boolean holds(AttributeValue one, AttributeValue other);
    }

    private Predicate<Map<String, AttributeValue>> pair(Test test) {
        tokens.need("(");
        Function<Map<String, AttributeValue>, Optional<AttributeValue>> one = operand();
        tokens.need(",");
        Function<Map<String, AttributeValue>, Optional<AttributeValue>> other = operand();
        tokens.need(")");
        return both(one, other, test);
    }

    private Predicate<Map<String, AttributeValue>> comparison() {
        Function<Map<String, AttributeValue>, Optional<AttributeValue>> left = operand();
        String comparator = tokens.next();
        Function<Map<String, AttributeValue>, Optional<AttributeValue>> right = operand();
        return switch (comparator) {
            case "=" -> both(left, right, AttributeValue::equals);
            // An attribute that is absent differs from every value.
            case "<>" -> both(left, right, AttributeValue::equals).negate();
            case "<" -> both(left, right, (a, b) -> compare(a, b) < 0);
            case "<=" -> both(left, right, (a, b) -> compare(a, b) <= 0);
            case ">" -> both(left, right, (a, b) -> compare(a, b) > 0);
            case ">=" -> both(left, right, (a, b) -> compare(a, b) >= 0);
            default -> throw tokens.unsupported(comparator);
        };
    }

    private static Predicate<Map<String, AttributeValue>> both(
            Function<Map<String, AttributeValue>, Optional<AttributeValue>> one,
            Function<Map<String, AttributeValue>, Optional<AttributeValue>> other, Test test) {
        return item -> {
            Optional<AttributeValue> first = one.apply(item);
            Optional<AttributeValue> second = other.apply(item);
            return first.isPresent() && second.isPresent() && test.holds(first.get(), second.get());
        };
    }

    private Function<Map<String, AttributeValue>, Optional<AttributeValue>> operand() {
        if (tokens.isValue()) {
            Optional<AttributeValue> value = Optional.of(tokens.value());
            return item -> value;
        }
        if (tokens.take("size")) {
            String name = nameInParentheses();
            return item -> Optional.ofNullable(item.get(name)).map(Condition::length);
        }
        String name = tokens.name();
        return item -> Optional.ofNullable(item.get(name));
    }

    private String nameInParentheses() {
        tokens.need("(");
        String name = tokens.name();
        tokens.need(")");
        return name;
    }

    private static AttributeValue length(AttributeValue value) {
        int length = switch (value.type()) {
            case SS -> value.ss().size();
            case NS -> value.ns().size();
            case L -> value.l().size();
            case M -> value.m().size();
            case S, B -> ItemSize.of(value);
            case N, BS, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> throw new UnsupportedOperationException(
                    "size of " + value);
        };
        return AttributeValue.fromN(Integer.toString(length));
    }

    private static boolean contains(AttributeValue whole, AttributeValue part) {
        return switch (whole.type()) {
            case SS -> whole.ss().contains(part.s());
            case NS -> whole.ns().contains(part.n());
            case S -> whole.s().contains(part.s());
            case L -> whole.l().contains(part);
            case N, B, BS, M, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> throw new UnsupportedOperationException(
                    "contains of " + whole);
        };
    }

    private static int compare(AttributeValue one, AttributeValue other) {
        if (one.s() != null && other.s() != null) {
            return Arrays.compareUnsigned(one.s().getBytes(StandardCharsets.UTF_8),
                    other.s().getBytes(StandardCharsets.UTF_8));
        }
        if (one.n() != null && other.n() != null) {
            return new BigDecimal(one.n()).compareTo(new BigDecimal(other.n()));
        }
        throw new UnsupportedOperationException("Comparing " + one + " with " + other);
    }
}
