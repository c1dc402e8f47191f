package dev.tally.dataset;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import dev.tally.spelling.Spelling;

/**
 * An object of the catalog while it is read. It gives out fields, notes what is wrong with them, and at the end names
 * those that nobody asked for. What cannot be read is empty, and always comes with a fault.
 */
final class Fields {
    private final JsonNode node;
    private final String path;
    private final List<CatalogFault> faults;
    private final Set<String> known = new LinkedHashSet<>();

    private Fields(JsonNode node, String path, List<CatalogFault> faults) {
        this.node = node;
        this.path = path;
        this.faults = faults;
    }

    /** Empty, with a fault, if the node is not an object. */
    static Optional<Fields> of(JsonNode node, String path, List<CatalogFault> faults) {
        if (!node.isObject()) {
            faults.add(new CatalogFault(path, "expected an object, not " + describe(node)));
            return Optional.empty();
        }
        return Optional.of(new Fields(node, path, faults));
    }

    String path(String field) {
        return path + '.' + field;
    }

    void fault(String field, String message) {
        faults.add(new CatalogFault(path(field), message));
    }

    boolean has(String field) {
        known.add(field);
        return node.has(field);
    }

    Optional<String> text(String field, Function<String, @Nullable String> rule) {
        return value(field).flatMap(value -> text(value, path(field), rule));
    }

    Optional<String> requiredText(String field, Function<String, @Nullable String> rule) {
        return has(field) ? text(field, rule) : missing(field);
    }

    /** The texts of a list; faulty ones are left out. */
    List<String> texts(String field, Function<String, @Nullable String> rule) {
        List<String> texts = new ArrayList<>();
        List<JsonNode> items = list(field);
        for (int i = 0; i < items.size(); i++) {
            String place = path(field) + '[' + i + ']';
            text(items.get(i), place, rule).ifPresent(text -> {
                if (texts.contains(text)) {
                    faults.add(new CatalogFault(place, Spelling.quote(text) + " is listed twice"));
                } else {
                    texts.add(text);
                }
            });
        }
        return texts;
    }

    List<String> requiredTexts(String field, Function<String, @Nullable String> rule) {
        if (!has(field)) {
            missing(field);
        } else if (node.get(field).isArray() && node.get(field).isEmpty()) {
            fault(field, "expected at least one");
        }
        return texts(field, rule);
    }

    Optional<Duration> duration(String field, Duration longest) {
        return text(field, _ -> null).flatMap(text -> {
            try {
                Duration duration = Duration.parse(text);
                String fault = Rules.duration(duration, longest);
                if (fault == null) {
                    return Optional.of(duration);
                }
                fault(field, fault);
            } catch (DateTimeParseException notADuration) {
                fault(field, "expected a duration such as PT15M, PT6H or P2D, not " + Spelling.quote(text));
            }
            return Optional.empty();
        });
    }

    Optional<Boolean> flag(String field) {
        return value(field).flatMap(value -> {
            if (value.isBoolean()) {
                return Optional.of(value.booleanValue());
            }
            fault(field, "expected true or false, not " + describe(value));
            return Optional.empty();
        });
    }

    Optional<Fields> object(String field) {
        return value(field).flatMap(value -> of(value, path(field), faults));
    }

    Optional<Fields> requiredObject(String field) {
        return has(field) ? object(field) : missing(field);
    }

    /** The items of a list, of any kind; none if there is no such field. */
    List<JsonNode> list(String field) {
        List<JsonNode> items = new ArrayList<>();
        value(field).ifPresent(value -> {
            if (value.isArray()) {
                value.forEach(items::add);
            } else {
                fault(field, "expected a list, not " + describe(value));
            }
        });
        return items;
    }

    <T> Optional<T> missing(String field) {
        fault(field, "is missing");
        return Optional.empty();
    }

    /** To be called when all fields that mean something have been asked for. */
    void refuseOthers() {
        node.fieldNames().forEachRemaining(field -> {
            if (!known.contains(field)) {
                fault(field, "unknown field; " + Spelling.hint(field, known));
            }
        });
    }

    private Optional<JsonNode> value(String field) {
        known.add(field);
        JsonNode value = node.get(field);
        if (value != null && value.isNull()) {
            fault(field, "has no value; give it one or leave the field out");
            return Optional.empty();
        }
        return Optional.ofNullable(value);
    }

    private Optional<String> text(JsonNode value, String place, Function<String, @Nullable String> rule) {
        if (!value.isTextual()) {
            faults.add(new CatalogFault(place, "expected text, not " + describe(value)));
            return Optional.empty();
        }
        String fault = rule.apply(value.textValue());
        if (fault != null) {
            faults.add(new CatalogFault(place, fault));
            return Optional.empty();
        }
        return Optional.of(value.textValue());
    }

    private static String describe(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "text";
            case NUMBER, BOOLEAN -> node.asText();
            case NULL -> "null";
            case BINARY, MISSING, POJO -> "nothing";
        };
    }
}
