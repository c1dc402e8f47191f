package dev.tally.lambda.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonGenerator;

import dev.tally.dataset.DeliveryId;
import dev.tally.lambda.HttpException;
import dev.tally.lambda.HttpRequest;

/** The parameters of a request, and the tokens that lead from page to page. */
final class Query {
    private static final int USUAL_LIMIT = 100;
    private static final int HIGHEST_LIMIT = 1000;

    private final HttpRequest request;

    Query(HttpRequest request) {
        this.request = request;
    }

    Optional<String> text(String name) {
        return request.parameter(name);
    }

    /** Whether something is asked for, by {@code true}; without it, it is not. */
    boolean flag(String name) {
        String value = text(name).orElse("false");
        if (!value.equals("true") && !value.equals("false")) {
            throw HttpException.badRequest("The parameter " + name + " is true or false, not \"" + value + '"');
        }
        return value.equals("true");
    }

    String need(String name) {
        return text(name).orElseThrow(() -> HttpException.badRequest("The parameter " + name + " is missing"));
    }

    DeliveryId id() {
        try {
            return DeliveryId.parse(need("id"));
        } catch (IllegalArgumentException malformed) {
            throw HttpException.badRequest(String.valueOf(malformed.getMessage()));
        }
    }

    /** What a page has at most: more than {@value #HIGHEST_LIMIT} is taken as that. */
    int limit() {
        Optional<String> limit = text("limit");
        try {
            int wanted = limit.map(Integer::parseInt).orElse(USUAL_LIMIT);
            if (wanted < 1) {
                throw HttpException.badRequest("A limit is 1 or more, not " + wanted);
            }
            return Math.min(wanted, HIGHEST_LIMIT);
        } catch (NumberFormatException malformed) {
            throw HttpException.badRequest("A limit is a number, not \"" + limit.orElse("") + '"');
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

    /** Ends a page with the way to the next one, if there is one. */
    static void writeNext(JsonGenerator json, Optional<String> place) throws IOException {
        if (place.isPresent()) {
            json.writeStringField("nextToken", token(place.get()));
        }
    }

    private static String token(String place) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(place.getBytes(StandardCharsets.UTF_8));
    }

    static HttpException wrongToken() {
        return HttpException.badRequest("The token is not one that an earlier page gave; begin without one");
    }
}
