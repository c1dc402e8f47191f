package dev.tally.local.host;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A failed invocation, in the shape in which Lambda reports one. */
record FunctionFailure(String errorType, String errorMessage, List<String> stackTrace) {

    FunctionFailure {
        stackTrace = List.copyOf(stackTrace);
    }

    static FunctionFailure of(Throwable thrown) {
        return new FunctionFailure(
                thrown.getClass().getName(),
                thrown.getMessage() == null ? "" : thrown.getMessage(),
                Arrays.stream(thrown.getStackTrace()).map(StackTraceElement::toString).toList());
    }

    static FunctionFailure timedOut(Invocation invocation) {
        return new FunctionFailure(
                "Sandbox.Timedout", "RequestId: %s Error: Task timed out after %d.00 seconds"
                        .formatted(invocation.requestId(), invocation.timeout().toSeconds()),
                List.of());
    }

    byte[] toJson() {
        var trace = stackTrace.stream().map(JsonText::quoted).collect(Collectors.joining(","));
        var text = "{\"errorMessage\":%s,\"errorType\":%s,\"stackTrace\":[%s]}".formatted(JsonText.quoted(errorMessage),
                JsonText.quoted(errorType), trace);
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
