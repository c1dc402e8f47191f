package dev.tally.aws;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.tally.delivery.Reason;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;

/** Why a run failed, out of what the state machines and their service say. */
public final class RunReasons {
    private static final Set<String> STAGES = Set.of("verify", "job", "outputs", "outcome", "archive");
    private static final Pattern JAVA_CLASS = Pattern.compile("^(?:[a-z_][a-zA-Z0-9_]*\\.)+([A-Z][A-Za-z0-9_$]*)$");
    private static final String EXECUTION = "execution";

    private RunReasons() {}

    /** What a state of a machine tells of the stage that it is about. */
    public static Reason of(String stage, String error, String cause) {
        return new Reason(stage, JAVA_CLASS.matcher(error).replaceFirst("$1"), explained(cause));
    }

    /**
     * What the service tells of an execution that did not succeed.
     *
     * @param status {@code FAILED}, {@code TIMED_OUT} or {@code ABORTED}
     * @param error may be empty, and so may the cause
     */
    public static Reason ofEnd(String execution, String status, String error, String cause) {
        return switch (status) {
            case "FAILED" -> stageAndReason(error, cause);
            case "TIMED_OUT" -> of(EXECUTION, "TimedOut", cause.isEmpty() ? execution + " took too long" : cause);
            case "ABORTED" -> of(EXECUTION, error.isEmpty() ? "Aborted" : error,
                    cause.isEmpty() ? execution + " was stopped" : cause);
            default -> throw new IllegalArgumentException("No execution fails with the status " + status);
        };
    }

    /** The machines end with {@code <stage>/<error>} when they know; otherwise the service ended them. */
    private static Reason stageAndReason(String error, String cause) {
        int slash = error.indexOf('/');
        return slash > 0 && STAGES.contains(error.substring(0, slash))
                ? of(error.substring(0, slash), error.substring(slash + 1), cause)
                : of(EXECUTION, error.isEmpty() ? "Failed" : error, cause);
    }

    /** Services wrap what a function or a nested execution said into JSON; people want what it said. */
    private static String explained(String cause) {
        if (!cause.startsWith("{")) {
            return cause;
        }
        try {
            JsonObject json = JsonObject.parse(cause);
            Optional<String> message = json.text("errorMessage");
            Optional<String> nested = json.text("Cause")
                    .map(text -> json.text("Error").map(error -> error + ": " + text).orElse(text));
            return message.or(() -> nested).orElse(cause);
        } catch (MalformedJsonException onlyLooksLikeIt) {
            return cause;
        }
    }
}
