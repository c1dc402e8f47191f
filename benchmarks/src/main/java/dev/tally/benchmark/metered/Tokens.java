package dev.tally.benchmark.metered;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An expression of DynamoDB, cut into words, with the names and values that its placeholders stand for. */
final class Tokens {
    private static final Pattern TOKEN = Pattern.compile("\\s*([#:]?[A-Za-z0-9_]+|<=|>=|<>|[=<>(),+-])\\s*");

    private final String expression;
    private final Map<String, String> names;
    private final Map<String, AttributeValue> values;
    private final List<String> words = new ArrayList<>();
    private int at;

    Tokens(String expression, Map<String, String> names, Map<String, AttributeValue> values) {
        this.expression = expression;
        this.names = names;
        this.values = values;
        Matcher token = TOKEN.matcher(expression);
        int end = 0;
        while (token.find() && token.start() == end) {
            words.add(token.group(1));
            end = token.end();
        }
        if (end < expression.length()) {
            throw unsupported("\"" + expression.substring(end) + '"');
        }
    }

    boolean ended() {
        return at == words.size();
    }

    /** Whether the next word is that one, whatever its letter case; then it is taken. */
    boolean take(String word) {
        boolean there = is(word);
        if (there) {
            at++;
        }
        return there;
    }

    boolean is(String word) {
        return !ended() && words.get(at).equalsIgnoreCase(word);
    }

    void need(String word) {
        if (!take(word)) {
            throw unsupported("no " + word + " at word " + at);
        }
    }

    String next() {
        if (ended()) {
            throw unsupported("nothing more");
        }
        return words.get(at++);
    }

    /** A top-level attribute's name. */
    String name() {
        String word = next();
        if (!word.startsWith("#")) {
            return word;
        }
        String name = names.get(word);
        if (name == null) {
            throw unsupported("no name " + word);
        }
        return name;
    }

    boolean isValue() {
        return !ended() && words.get(at).startsWith(":");
    }

    AttributeValue value() {
        String word = next();
        @Nullable
        AttributeValue value = values.get(word);
        if (value == null) {
            throw unsupported("no value " + word);
        }
        return value;
    }

    /** Not DynamoDB's whole language is spoken here; what is not must be seen, never passed over. */
    UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException("Not understood in \"" + expression + "\": " + what);
    }
}
