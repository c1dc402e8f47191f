package dev.tally.lambda;

import java.time.Duration;
import java.util.Optional;

import com.amazonaws.services.lambda.runtime.Context;

/** What belongs to one invocation of a function, or to one message of its batch. */
public record Invocation(Context context, EventLog log, Metrics metrics) {
    static final ScopedValue<Invocation> CURRENT = ScopedValue.newInstance();

    /** The one that this thread works for; so what is deep below a handler logs with the request's id too. */
    static Optional<Invocation> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /** How long the invocation may still take. */
    public Duration remaining() {
        return Duration.ofMillis(context.getRemainingTimeInMillis());
    }

    /** The same invocation, with a log that carries more. */
    public Invocation logging(EventLog more) {
        return new Invocation(context, more, metrics);
    }
}
