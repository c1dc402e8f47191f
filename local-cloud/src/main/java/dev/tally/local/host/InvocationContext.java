package dev.tally.local.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import org.jspecify.annotations.Nullable;

/** What a function may ask about its invocation. */
record InvocationContext(Invocation invocation, Instant deadline, FunctionLog log) implements Context {

    @Override
    public String getAwsRequestId() {
        return invocation.requestId();
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + invocation.function();
    }

    @Override
    public String getLogStreamName() {
        return "[" + invocation.version() + "]local";
    }

    @Override
    public String getFunctionName() {
        return invocation.function();
    }

    @Override
    public String getFunctionVersion() {
        return invocation.version();
    }

    @Override
    public String getInvokedFunctionArn() {
        return invocation.arn();
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) Math.max(0, Duration.between(Instant.now(), deadline).toMillis());
    }

    @Override
    public int getMemoryLimitInMB() {
        return invocation.memoryMegabytes();
    }

    @Override
    public LambdaLogger getLogger() {
        return new LambdaLogger() {
            @Override
            public void log(String message) {
                message.lines().forEach(line -> log.write(invocation.function(), line));
            }

            @Override
            public void log(byte[] message) {
                log(new String(message, StandardCharsets.UTF_8));
            }
        };
    }
}
