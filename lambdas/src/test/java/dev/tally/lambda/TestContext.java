package dev.tally.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/** An invocation of no function in particular. */
public record TestContext(String requestId, int remainingMillis) implements Context {
    public TestContext() {
        this("request-1", 60_000);
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return remainingMillis;
    }

    @Override
    public String getLogGroupName() {
        return "group";
    }

    @Override
    public String getLogStreamName() {
        return "stream";
    }

    @Override
    public String getFunctionName() {
        return "function";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:eu-central-1:123456789012:function:function";
    }

    @Override
    public CognitoIdentity getIdentity() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ClientContext getClientContext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getMemoryLimitInMB() {
        return 1024;
    }

    @Override
    public LambdaLogger getLogger() {
        throw new UnsupportedOperationException();
    }
}
