package dev.tally.lambda.api;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

import dev.tally.dataset.DeliveryId;
import dev.tally.json.JsonObject;

/**
 * The parameters of a request. The gateway has decoded them, once; nothing is decoded again, since a key may well hold
 * {@code %2F}.
 */
final class Query {
    private static final int USUAL_LIMIT = 100;
    private static final int HIGHEST_LIMIT = 1000;

    private final JsonObject event;

    Query(JsonObject event) {
        this.event = event;
    }

    Optional<String> text(String name) {
        return event.text("queryStringParameters", name).filter(value -> !value.isEmpty());
    }

    String need(String name) {
        return text(name).orElseThrow(() -> ApiException.badRequest("The parameter " + name + " is missing"));
    }

    DeliveryId id() {
        try {
            return DeliveryId.parse(need("id"));
        } catch (IllegalArgumentException malformed) {
            throw ApiException.badRequest(String.valueOf(malformed.getMessage()));
        }
    }

    /** What a page has at most: more than {@value #HIGHEST_LIMIT} is taken as that. */
    int limit() {
        Optional<String> limit = text("limit");
        try {
            int wanted = limit.map(Integer::parseInt).orElse(USUAL_LIMIT);
            if (wanted < 1) {
                throw ApiException.badRequest("A limit is 1 or more, not " + wanted);
            }
            return Math.min(wanted, HIGHEST_LIMIT);
        } catch (NumberFormatException malformed) {
            throw ApiException.badRequest("A limit is a number, not \"" + limit.orElse("") + '"');
        }
    }

    /** Where the page before ended. */
    Optional<String> token() {
        return text("token").map(token -> {
            try {
                return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException malformed) {
                throw wrongToken();
            }
        });
    }

    static String token(String place) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(place.getBytes(StandardCharsets.UTF_8));
    }

    static ApiException wrongToken() {
        return ApiException.badRequest("The token is not one that an earlier page gave; begin without one");
    }
}
