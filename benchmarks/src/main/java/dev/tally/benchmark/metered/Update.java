package dev.tally.benchmark.metered;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The part of DynamoDB's update expressions that Tally's requests use:
 *
 * <pre>
 *   update = ("SET" set ("," set)* | "ADD" part ("," part)* | "DELETE" part ("," part)* | "REMOVE" name ("," name)*)*
 *   set    = name "=" value
 *   part   = name value                      of a set; added to a number, too
 * </pre>
 */
final class Update {
    private Update() {}

    /** The item behind the update; its operands mean the item before it, which stays as it is. */
    static Map<String, AttributeValue> apply(Tokens tokens, Map<String, AttributeValue> before) {
        Map<String, AttributeValue> after = new HashMap<>(before);
        while (!tokens.ended()) {
            String verb = tokens.next();
            do {
                String name = tokens.name();
                switch (verb) {
                    case "SET" -> {
                        tokens.need("=");
                        after.put(name, tokens.value());
                    }
                    case "ADD" -> after.merge(name, tokens.value(), Update::add);
                    case "DELETE" -> delete(after, name, tokens.value());
                    case "REMOVE" -> after.remove(name);
                    default -> throw tokens.unsupported(verb);
                }
            } while (tokens.take(","));
        }
        return after;
    }

    private static AttributeValue add(AttributeValue old, AttributeValue more) {
        if (more.hasSs()) {
            return AttributeValue.fromSs(union(old.ss(), more.ss()));
        }
        if (more.hasNs()) {
            return AttributeValue.fromNs(union(old.ns(), more.ns()));
        }
        return AttributeValue.fromN(new BigDecimal(old.n()).add(new BigDecimal(more.n())).toPlainString());
    }

    /** An empty set cannot be stored, so it goes with its last element. */
    private static void delete(Map<String, AttributeValue> item, String name, AttributeValue elements) {
        if (!elements.hasSs()) {
            throw new UnsupportedOperationException("Deleting " + elements);
        }
        item.computeIfPresent(name, (key, old) -> {
            Set<String> rest = new LinkedHashSet<>(old.ss());
            elements.ss().forEach(rest::remove);
            return rest.isEmpty() ? null : AttributeValue.fromSs(List.copyOf(rest));
        });
    }

    private static List<String> union(List<String> old, List<String> more) {
        Set<String> union = new LinkedHashSet<>(old);
        union.addAll(more);
        return List.copyOf(union);
    }
}
