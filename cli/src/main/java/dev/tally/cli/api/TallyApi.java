package dev.tally.cli.api;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonParseException;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

import dev.tally.cli.Trouble;

/** Signed requests. Each may be repeated, and is when the answer is lost or says that the server is in trouble. */
public final class TallyApi {
    private static final int ATTEMPTS = 4;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(4);

    private final Target target;
    private final InstantSource clock;
    private final AwsCredentialsProvider credentials;
    private final SignedHttp http;

    public TallyApi(Target target, InstantSource clock) {
        this.target = target;
        this.clock = clock;
        this.credentials = Credentials.of(target.settings());
        this.http = new SignedHttp(target.region());
    }

    public Target target() {
        return target;
    }

    /**
     * The answer of a path to a query.
     *
     * @throws Trouble if there is no answer, or one that is an error
     */
    public Json get(String path, Map<String, String> query) {
        return find(path, query).orElseThrow(() -> Trouble.notFound(
                "The API at " + target.api() + " does not know " + path + ".",
                "Is this address a Tally API? See --api."));
    }

    /** The same; empty where the answer is that there is no such thing. */
    public Optional<Json> find(String path, Map<String, String> query) {
        var uri = uri(path, query);
        return read(answer(() -> http.get(uri, identity(), clock.instant())));
    }

    /**
     * The answer to a document. The request must mean the same however often it is sent.
     *
     * @throws Trouble if there is no answer, or one that is an error
     */
    public Json post(String path, Json document) {
        var uri = uri(path, Map.of());
        byte[] body = document.line().getBytes(StandardCharsets.UTF_8);
        var answer = answer(() -> http.post(uri, body, identity(), clock.instant()));
        return read(answer).orElseThrow(() -> Trouble.notFound(message(answer.body()) + ".", ""));
    }

    /** One way to ask. */
    private interface Request {
        SignedHttp.Answer send() throws IOException;
    }

    private SignedHttp.Answer answer(Request request) {
        for (int attempt = 1;; attempt++) {
            try {
                var answer = request.send();
                if (attempt == ATTEMPTS || !isPassing(answer.status())) {
                    return answer;
                }
            } catch (IOException e) {
                if (attempt == ATTEMPTS || e instanceof ConnectException || e instanceof UnknownHostException) {
                    throw unreachable(e);
                }
            }
            pause(FIRST_PAUSE.multipliedBy(1L << (attempt - 1)));
        }
    }

    private URI uri(String path, Map<String, String> query) {
        String text = query.entrySet()
                .stream()
                .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
                .collect(Collectors.joining("&"));
        return URI.create(target.api() + path + (text.isEmpty() ? "" : "?" + text));
    }

    /** RFC 3986, as signatures want it; a form would have {@code +} for a blank. */
    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
    }

    private AwsCredentialsIdentity identity() {
        try {
            return credentials.resolveCredentials();
        } catch (SdkClientException none) {
            throw Trouble.failed(
                    "There are no AWS credentials to sign the request with: neither environment, profile, container nor instance has any.",
                    "Set AWS_PROFILE, or log in (aws sso login), or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
        }
    }

    private static boolean isPassing(int status) {
        return status >= 500 || status == 429;
    }

    private Optional<Json> read(SignedHttp.Answer answer) {
        int status = answer.status();
        if (status == 200) {
            try {
                return Optional.of(Json.read(answer.body()));
            } catch (JsonParseException notJson) {
                throw Trouble.failed("The answer of " + target.api() + " is not JSON: " + notJson.getOriginalMessage(),
                        "Is this address a Tally API? See --api.");
            }
        }
        String message = message(answer.body());
        if (status == 404) {
            return Optional.empty();
        }
        if (status == 400) {
            throw Trouble.usage(message, "");
        }
        if (status == 409) {
            throw Trouble.failed(message + ".", "");
        }
        if (status == 401 || status == 403) {
            throw refused(answer, message);
        }
        throw Trouble.failed("The API answered " + status + ": " + message,
                "Try again; if it stays, look at the log of the api function.");
    }

    private Trouble refused(SignedHttp.Answer answer, String message) {
        Instant here = clock.instant();
        var there = answer.date().flatMap(TallyApi::instant);
        if (there.isPresent()
                && Duration.between(there.get(), here).abs().compareTo(CLOCK_TOLERANCE) > 0) {
            return Trouble.failed("The clock of this machine says " + here + ", that of the server " + there.get()
                    + "; a signature is only good for a few minutes.",
                    "Set the clock of this machine, then try again.");
        }
        return Trouble.failed("The API refused the request (" + answer.status() + "): " + message,
                "The identity that signs needs execute-api:Invoke on this API in " + target.region()
                        + "; which one it is, "
                        + "aws sts get-caller-identity tells.");
    }

    private static Optional<Instant> instant(String httpDate) {
        try {
            return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(httpDate)));
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }

    /** The message of {@code {"error": {"message"}}}, or of a gateway's {@code {"message"}}, or the body as it is. */
    private static String message(String body) {
        try {
            var document = Json.read(body);
            return Stream
                    .of(document.path("error").path("message").text(), document.path("message").text(), body.strip())
                    .filter(text -> !text.isEmpty())
                    .findFirst()
                    .orElse("no more is said");
        } catch (JsonParseException notJson) {
            return body.strip();
        }
    }

    private Trouble unreachable(IOException e) {
        String advice = Target.endpoint(target.settings(), "S3").isPresent()
                ? "Is the local cloud running? tally local status tells; tally local up starts it."
                : "Check the address (--api or TALLY_API_URL) and the network.";
        return Trouble.failed("Cannot reach the API at " + target.api() + ": " + reason(e), advice);
    }

    private static String reason(IOException e) {
        return e instanceof UnknownHostException ? "unknown host " + e.getMessage() : String.valueOf(e.getMessage());
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Trouble.failed("Interrupted.", "");
        }
    }
}
