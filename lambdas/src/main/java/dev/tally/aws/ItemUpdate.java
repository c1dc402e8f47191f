package dev.tally.aws;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Composes one conditional update. Every attribute's name is aliased, so that none can be a reserved word. */
final class ItemUpdate {
    private static final Pattern ALIAS = Pattern.compile("#([a-z]+)");

    private final List<String> sets = new ArrayList<>();
    private final List<String> adds = new ArrayList<>();
    private final List<String> deletes = new ArrayList<>();
    private final List<String> removes = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private @Nullable String condition;

    ItemUpdate set(String attribute, AttributeValue value) {
        sets.add(name(attribute) + " = " + value(attribute, value));
        return this;
    }

    ItemUpdate setOrRemove(String attribute, Optional<AttributeValue> value) {
        return value.isPresent() ? set(attribute, value.get()) : remove(attribute);
    }

    /** To a number, or to a set. */
    ItemUpdate add(String attribute, AttributeValue value) {
        adds.add(name(attribute) + ' ' + value(attribute, value));
        return this;
    }

    /** From a set. */
    ItemUpdate delete(String attribute, AttributeValue value) {
        deletes.add(name(attribute) + ' ' + value(attribute, value));
        return this;
    }

    ItemUpdate remove(String attribute) {
        removes.add(name(attribute));
        return this;
    }

    /**
     * The write happens only if this holds.
     *
     * @param expression {@code #name} stands for an attribute, {@code :name} for a value that is given with it or
     *                   written to the attribute of that name
     */
    ItemUpdate onlyIf(String expression, Map<String, AttributeValue> given) {
        Matcher aliases = ALIAS.matcher(expression);
        while (aliases.find()) {
            name(aliases.group(1));
        }
        given.forEach(this::value);
        condition = expression;
        return this;
    }

    ItemUpdate onlyIf(String expression) {
        return onlyIf(expression, Map.of());
    }

    /** The request; whether it happens or not, its answer has the item as it is then. */
    UpdateItemRequest request(String table, Keys key) {
        UpdateItemRequest.Builder request = UpdateItemRequest.builder()
                .tableName(table)
                .key(key.attributes())
                .updateExpression(clause("SET ", sets) + clause("ADD ", adds) + clause("DELETE ", deletes)
                        + clause("REMOVE ", removes))
                .expressionAttributeNames(names)
                .returnValues(ReturnValue.ALL_NEW);
        if (!values.isEmpty()) {
            request.expressionAttributeValues(values);
        }
        if (condition != null) {
            request.conditionExpression(condition)
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
        }
        return request.build();
    }

    private static String clause(String verb, List<String> parts) {
        return parts.isEmpty() ? "" : verb + String.join(", ", parts) + ' ';
    }

    private String name(String attribute) {
        names.put("#" + attribute, attribute);
        return "#" + attribute;
    }

    private String value(String attribute, AttributeValue value) {
        AttributeValue other = values.put(":" + attribute, value);
        if (other != null && !other.equals(value)) {
            throw new IllegalStateException("Two values of " + attribute);
        }
        return ":" + attribute;
    }
}
