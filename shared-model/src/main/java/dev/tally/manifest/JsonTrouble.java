package dev.tally.manifest;

import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;

/** Says what is wrong with a text that is not JSON to somebody who does not know the parser. */
final class JsonTrouble {
    private static final Pattern LIMIT = Pattern
            .compile(" \\(-?\\d+\\) exceeds the maximum allowed \\((\\d+), from .*");

    /** What the parser says of features that we keep off. */
    private static final Pattern ADVICE = Pattern.compile("( \\(not recognized as one|: enable `).*");

    private JsonTrouble() {}

    static String describe(JsonProcessingException trouble) {
        String message = String.valueOf(trouble.getOriginalMessage());
        if (trouble instanceof StreamConstraintsException) {
            return LIMIT.matcher(message).replaceFirst(" may be at most $1");
        }
        if (trouble instanceof JsonEOFException || message.startsWith("Unexpected end-of-input")) {
            return "the text ends too early; is the file cut off?";
        }
        return "not JSON: " + ADVICE.matcher(message).replaceFirst("");
    }
}
