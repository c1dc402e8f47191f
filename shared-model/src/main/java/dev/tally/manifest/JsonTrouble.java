package dev.tally.manifest;

import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;

/** Says what is wrong with a text that is not JSON to somebody who does not know the parser. */
public final class JsonTrouble {
    private static final Pattern LIMIT = Pattern
            .compile(" \\(-?\\d+\\) exceeds the maximum allowed \\((\\d+), from .*");

    /** What the parser says of features that we keep off. */
    private static final Pattern ADVICE = Pattern.compile("( \\(not recognized as one|: enable `).*");

    private JsonTrouble() {}

    /** With its place in the text: {@code line 3, column 5: not JSON: …}. */
    public static String describeWithPlace(JsonProcessingException trouble) {
        JsonLocation where = trouble.getLocation();
        return (where == null ? "" : "line " + where.getLineNr() + ", column " + where.getColumnNr() + ": ")
                + describe(trouble);
    }

    /** Without its place, for a text that the reader of the message cannot see. */
    public static String describe(JsonProcessingException trouble) {
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
