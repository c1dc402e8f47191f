package dev.tally.lambda;

import java.time.Duration;

import com.amazonaws.services.lambda.runtime.Context;

/** What belongs to one invocation of a function. */
public record Invocation(Context context, EventLog log, Metrics metrics) {
    /** How long the invocation may still take. */
    public Duration remaining() {
        return Duration.ofMillis(context.getRemainingTimeInMillis());
    }

    /** The same invocation, with a log that carries more. */
    public Invocation logging(EventLog more) {
        return new Invocation(context, more, metrics);
    }
}
