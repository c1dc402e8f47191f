package dev.tally.lambda;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import org.crac.Core;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;

import dev.tally.aws.AwsFailures;
import dev.tally.json.JsonObject;

/**
 * The frame around each invocation of a function: reads JSON, answers with JSON, logs a failure before it goes on to
 * Lambda, as {@link TryAgainException} if it may be gone the next time, and writes the metrics in either case. Thread-safe as far as its subclass is.
 *
 * <p>A subclass has a public constructor without arguments, for Lambda, which takes the process's environment as its
 * settings, and one that takes a map, for a JVM that runs several functions.
 *
 * <p>With SnapStart {@link #prime()} runs before the snapshot is taken. Nothing of it may be random, dated or secret.
 */
public abstract class FunctionHandler implements RequestStreamHandler, Resource {
    private final String environment;
    private final EventLog log;

    /** @param function its short name, such as {@code indexer} */
    protected FunctionHandler(String function, Settings settings) {
        this(settings, EventLog.of(function));
    }

    protected FunctionHandler(Settings settings, EventLog log) {
        this.environment = settings.environment();
        this.log = log;
    }

    /**
     * Answers one event.
     *
     * @param event stands before the first token
     * @param answer takes exactly one value
     */
    protected abstract void handle(JsonParser event, JsonGenerator answer, Invocation invocation) throws IOException;

    /** Goes the way of a real event as far as that has no effect, so that the snapshot has its classes loaded. */
    protected abstract void prime();

    /** Has the function primed before a snapshot is taken; the last thing that a constructor does. */
    protected final void primeBeforeSnapshot() {
        Core.getGlobalContext().register(this);
    }

    @Override
    public final void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        EventLog mine = log.with("requestId", context.getAwsRequestId());
        Metrics metrics = new Metrics(environment);
        try (JsonParser event = JsonObject.FACTORY.createParser(input);
                JsonGenerator answer = JsonObject.FACTORY.createGenerator(output)) {
            Invocation invocation = new Invocation(context, mine, metrics);
            ScopedValue.where(Invocation.CURRENT, invocation).<@Nullable Void, IOException>call(() -> {
                handle(event, answer, invocation);
                return null;
            });
        } catch (RuntimeException failure) {
            mine.error("The invocation failed", failure);
            throw AwsFailures.mayPass(failure) ? new TryAgainException(failure) : failure;
        } catch (IOException | Error failure) {
            mine.error("The invocation failed", failure);
            throw failure;
        } finally {
            metrics.flush(mine);
        }
    }

    @Override
    public final void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
        try {
            prime();
        } catch (RuntimeException failure) {
            // a cold start is slow then, which is no reason to refuse the deployment
            log.error("Priming failed", failure);
        }
    }

    @Override
    public final void afterRestore(org.crac.Context<? extends Resource> context) {
        log.info("Restored from a snapshot");
    }
}
