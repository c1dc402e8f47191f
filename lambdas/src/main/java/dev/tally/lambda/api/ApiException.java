package dev.tally.lambda.api;

import dev.tally.TallyException;

/** A request that cannot be answered; the message says what would be right. */
final class ApiException extends TallyException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    private ApiException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    static ApiException badRequest(String message) {
        return new ApiException(400, "BadRequest", message);
    }

    static ApiException notFound(String message) {
        return new ApiException(404, "NotFound", message);
    }

    static ApiException methodNotAllowed(String method) {
        return new ApiException(405, "MethodNotAllowed", "Everything here is read with GET, not " + method);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }
}
