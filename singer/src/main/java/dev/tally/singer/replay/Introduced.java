package dev.tally.singer.replay;

import java.util.HashMap;
import java.util.Map;

import dev.tally.singer.lake.Facts;
import dev.tally.singer.read.Survey;

/**
 * Which schema a target has of each stream: that of the run whose SCHEMA came last. A SCHEMA line that the recorder added says nothing
 * new to a target that has the run's; to one that came in the middle of a run, or had another run between, it does.
 */
final class Introduced {
    private final Map<String, String> runByStream = new HashMap<>();

    /** Whether the target needs the added SCHEMA of a stream to read this log. */
    boolean isMissing(String stream, Survey survey) {
        return !run(survey).equals(runByStream.get(stream));
    }

    /** All of a log was given to the target. */
    void took(Survey survey) {
        survey.content().streams().forEach((stream, found) -> {
            if (!found.schemas().isEmpty()) {
                runByStream.put(stream, run(survey));
            }
        });
    }

    /** A log of an unknown run stands for itself. */
    private static String run(Survey survey) {
        return survey.origin().map(Facts.Origin::run).map(Object::toString).orElse(survey.path());
    }
}
