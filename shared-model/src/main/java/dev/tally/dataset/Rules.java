package dev.tally.dataset;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.tally.spelling.Spelling;

/**
 * What may stand in a catalog. Each rule answers with what is wrong, or null, so that the reader can collect all faults
 * and the records can refuse the first.
 */
final class Rules {
    private static final Pattern ENVIRONMENT = Pattern.compile("[a-z][a-z0-9-]{0,19}");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s\\p{Cntrl}]{1,64}@[^@\\s\\p{Cntrl}]{1,255}");
    private static final Pattern RESOURCE = Pattern.compile("[A-Za-z0-9:/_.+=,@$-]{1,512}");

    /** A delivery's own keys must fit behind it into the 1,024 bytes of a key. */
    private static final int LONGEST_PREFIX = 256;
    private static final int LONGEST_LABEL = 100;

    private Rules() {}

    static void hold(@Nullable String fault) {
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
    }

    static @Nullable String environment(String text) {
        return ENVIRONMENT.matcher(text).matches()
                ? null
                : "an environment's name is a letter and up to 19 of a-z, 0-9 and hyphens, not "
                        + Spelling.quote(text);
    }

    static @Nullable String dataset(String text) {
        return DeliveryId.isDataset(text)
                ? null
                : "a dataset's name is 1 to 50 of a-z, 0-9 and hyphens, not " + Spelling.quote(text);
    }

    static @Nullable String prefix(String text) {
        if (!text.endsWith("/")) {
            return "a prefix ends with a slash, unlike " + Spelling.quote(text);
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > LONGEST_PREFIX) {
            return "a prefix has at most " + LONGEST_PREFIX + " bytes, unlike " + Spelling.quote(text);
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            return "a prefix has no control character, unlike " + Spelling.quote(text);
        }
        for (String folder : text.substring(0, text.length() - 1).split("/", -1)) {
            if (folder.isEmpty() || folder.equals(".") || folder.equals("..")) {
                return "a prefix has no empty, \".\" or \"..\" folder, unlike " + Spelling.quote(text);
            }
        }
        return null;
    }

    static @Nullable String email(String text) {
        return EMAIL.matcher(text).matches() ? null : Spelling.quote(text) + " is not an e-mail address";
    }

    static @Nullable String resource(String text) {
        return RESOURCE.matcher(text).matches() ? null : Spelling.quote(text) + " is not a name, an id or an ARN";
    }

    static @Nullable String label(String text) {
        boolean fits = !text.isBlank() && text.length() <= LONGEST_LABEL
                && text.chars().noneMatch(Character::isISOControl);
        return fits ? null : "expected 1 to " + LONGEST_LABEL + " printable characters, not " + Spelling.quote(text);
    }

    static @Nullable String duration(Duration duration, Duration longest) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(longest) > 0
                || !duration.equals(duration.truncatedTo(ChronoUnit.SECONDS))) {
            return "expected whole seconds between PT1S and " + longest + ", not " + duration;
        }
        return null;
    }
}
