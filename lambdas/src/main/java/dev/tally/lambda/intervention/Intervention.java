package dev.tally.lambda.intervention;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.DeliveryKey;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;
import dev.tally.lambda.HttpException;
import dev.tally.lambda.HttpRequest;

/** What a request asks for. It names revision and attempt, so that it means the same however often it is sent. */
sealed interface Intervention {
    int LONGEST_REASON = 1000;

    DeliveryKey delivery();

    /** @param attempt the one that is over */
    record Reprocess(DeliveryKey delivery, int attempt) implements Intervention {}

    /** @param attempt the one that waits */
    record Withdraw(DeliveryKey delivery, int attempt, String reason) implements Intervention {}

    /** @throws HttpException if it is none, with what would be right */
    static Intervention read(HttpRequest request) {
        if (!request.method().equals("POST")) {
            throw HttpException.methodNotAllowed(request.path() + " is done with POST, not " + request.method());
        }
        try {
            return read(request.path(), request.body());
        } catch (MalformedJsonException | IllegalArgumentException malformed) {
            throw HttpException.badRequest(malformed.getMessage() + "; the body is {\"id\": \"<dataset>/<name>\", "
                    + "\"revision\": \"<12 hexadecimal digits>\", \"attempt\": <number>}, as /delivery tells them");
        }
    }

    private static Intervention read(String path, JsonObject body) {
        DeliveryKey delivery = new DeliveryKey(DeliveryId.parse(body.needText("id")), body.needText("revision"));
        int attempt = attempt(body.needNumber("attempt"));
        return switch (path) {
            case "/reprocess" -> new Reprocess(delivery, attempt);
            case "/withdraw" -> new Withdraw(delivery, attempt, reason(body.text("reason").orElse("")));
            default -> throw HttpException.notFound("There is no " + path + "; there are /reprocess and /withdraw");
        };
    }

    private static int attempt(long number) {
        if (number < 1 || number > Integer.MAX_VALUE) {
            throw HttpException.badRequest("An attempt is 1 or more, not " + number);
        }
        return (int) number;
    }

    private static String reason(String text) {
        if (text.length() > LONGEST_REASON) {
            throw HttpException.badRequest("A reason has at most " + LONGEST_REASON + " characters, not "
                    + text.length());
        }
        return text.isBlank() ? "no reason was given" : text.strip();
    }
}
