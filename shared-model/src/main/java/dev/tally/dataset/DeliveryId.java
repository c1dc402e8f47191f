package dev.tally.dataset;

import java.util.regex.Pattern;

import dev.tally.spelling.Spelling;

/**
 * A delivery: {@code <dataset>/<name>}. The text form is read from the left for the dataset, whose alphabet has no
 * slash, so the name may hold any.
 *
 * @param dataset {@code [a-z0-9-]{1,50}}
 * @param name 1 to 255 characters, none of them a control character
 */
public record DeliveryId(String dataset, String name) {
    private static final Pattern DATASET = Pattern.compile("[a-z0-9-]{1,50}");
    private static final int LONGEST_NAME = 255;

    public DeliveryId {
        if (!isDataset(dataset)) {
            throw new IllegalArgumentException(
                    "A dataset's name is 1 to 50 of a-z, 0-9 and hyphens, not " + Spelling.quote(dataset));
        }
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "A delivery's name is 1 to 255 characters without control characters, not " + Spelling.quote(name));
        }
    }

    public static boolean isDataset(String text) {
        return DATASET.matcher(text).matches();
    }

    public static boolean isName(String text) {
        return !text.isEmpty() && text.length() <= LONGEST_NAME && text.chars().noneMatch(Character::isISOControl);
    }

    /** Reads {@code <dataset>/<name>}. */
    public static DeliveryId parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("A delivery is written <dataset>/<name>, not " + Spelling.quote(text));
        }
        return new DeliveryId(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public String toString() {
        return dataset + '/' + name;
    }
}
