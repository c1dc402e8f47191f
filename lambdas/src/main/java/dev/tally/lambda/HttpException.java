package dev.tally.lambda;

import dev.tally.TallyException;

/** A request that cannot be answered; the message says what would be right. */
public final class HttpException extends TallyException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    private HttpException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    public static HttpException badRequest(String message) {
        return new HttpException(400, "BadRequest", message);
    }

    public static HttpException notFound(String message) {
        return new HttpException(404, "NotFound", message);
    }

    public static HttpException methodNotAllowed(String message) {
        return new HttpException(405, "MethodNotAllowed", message);
    }

    /** What is asked for cannot be done to the thing as it is. */
    public static HttpException conflict(String message) {
        return new HttpException(409, "Conflict", message);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }
}
