package dev.tally.aws;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

import dev.tally.delivery.DeliveryStatus;
import dev.tally.delivery.Life;

/**
 * The passages of a delivery's life as short text, since they are rewritten with each transition:
 *
 * <pre>
 *   history = passage (" " passage)*
 *   passage = letter attempt "." milliseconds      since the passage before; the first, since 1970
 * </pre>
 */
final class History {
    private static final Pattern SPACE = Pattern.compile(" ");

    private History() {}

    static String write(List<Life.Passage> passages) {
        List<String> texts = new ArrayList<>();
        long before = 0;
        for (Life.Passage passage : passages) {
            long at = passage.at().toEpochMilli();
            texts.add(letter(passage.status()) + passage.attempt() + '.' + (at - before));
            before = at;
        }
        return String.join(" ", texts);
    }

    /** @throws IllegalArgumentException if it is not the text of a history */
    static List<Life.Passage> read(String text) {
        List<Life.Passage> passages = new ArrayList<>();
        long at = 0;
        for (String passage : text.isEmpty() ? List.<String>of() : SPACE.splitAsStream(text).toList()) {
            int dot = passage.indexOf('.');
            if (dot < 2) {
                throw new IllegalArgumentException("Not a passage: \"" + passage + '"');
            }
            at += Long.parseLong(passage, dot + 1, passage.length(), 10);
            passages.add(new Life.Passage(status(passage.substring(0, 1)), Integer.parseInt(passage, 1, dot, 10),
                    Instant.ofEpochMilli(at)));
        }
        return passages;
    }

    private static String letter(DeliveryStatus status) {
        return switch (status) {
            case WAITING -> "W";
            case COMPLETE -> "C";
            case PROCESSING -> "P";
            case PROCESSED -> "D";
            case ARCHIVED -> "A";
            case FAILED -> "F";
            case SUPERSEDED -> "S";
            case WITHDRAWN -> "X";
            case REJECTED -> "R";
        };
    }

    private static DeliveryStatus status(String letter) {
        return Arrays.stream(DeliveryStatus.values())
                .filter(status -> letter(status).equals(letter))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No status has the letter " + letter));
    }
}
