package dev.tally.lambda.intervention;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tally.completeness.InMemoryCheckQueue;
import dev.tally.completeness.InMemoryDeliveries;
import dev.tally.completeness.Interventions;
import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.Reason;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.json.JsonObject;
import dev.tally.lambda.Invoked;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;
import dev.tally.manifest.ManifestVersion;

import static org.assertj.core.api.Assertions.assertThat;

final class InterventionHandlerTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Transition COMPLETE = new Transition.Complete(1,
            new ResolvedManifest(new FileRef("work", "r"), 1, List.of(0L, 9L)));
    private static final Transition START = new Transition.Start(1, "arn:of:the:execution");
    private static final Transition FINISH = new Transition.Finish(1, Optional.empty());
    private static final Transition FAIL = new Transition.Fail(1, new Reason("job", "Boom", "no disk"));
    private static final Transition WITHDRAW = new Transition.Withdraw(1, "by mistake");

    private final InMemoryDeliveries deliveries = new InMemoryDeliveries();
    private final InMemoryCheckQueue queue = new InMemoryCheckQueue();
    private final InterventionHandler handler = new InterventionHandler(
            Settings.read(Invoked.ENVIRONMENT, EnumSet.of(Setting.TABLE)),
            new Interventions(deliveries, deliveries, queue, () -> NOW), () -> {});
    private int sequence;

    private record Answer(int status, JsonObject body) {
        String error() {
            return body.needText("error", "message");
        }
    }

    private DeliveryKey delivery(Transition... life) {
        ManifestVersion manifest = new ManifestVersion(new FileRef("landing", "mag/d.manifest.json"), Optional.empty(),
                "m", new Sequencer(Integer.toHexString(++sequence)), 1, NOW);
        DeliveryKey key = new DeliveryKey(new DeliveryId("mag", "d"), manifest.revision());
        Delivery delivery = deliveries.create(Delivery.registered(key, manifest,
                new Contents(1, 1, 1, "{}", Optional.empty(), true, Optional.empty(), Optional.empty()), NOW));
        for (Transition transition : life) {
            delivery = deliveries.replace(delivery, delivery.apply(transition, NOW).orElseThrow());
        }
        return key;
    }

    private Answer post(String path, String body) {
        return send("POST", path, Invoked.quoted(body) + ",\"isBase64Encoded\":false");
    }

    private Answer send(String method, String path, String body) {
        JsonObject answer = Invoked.with(handler, "{\"version\":\"2.0\",\"rawPath\":\"" + path
                + "\",\"requestContext\":{\"http\":{\"method\":\"" + method
                + "\"},\"authorizer\":{\"iam\":{\"userArn\":\"arn:aws:iam::1:user/ada\"}}},\"body\":" + body + '}');
        return new Answer((int) answer.needNumber("statusCode"), JsonObject.parse(answer.needText("body")));
    }

    private static String body(DeliveryKey key, int attempt, String more) {
        return "{\"id\":\"" + key.id() + "\",\"revision\":\"" + key.revision() + "\",\"attempt\":" + attempt + more
                + '}';
    }

    /** EVT-07, MAN-15: sent twice, it begins one attempt, and says which answer is which. */
    @Test
    void evt07_man15_reprocessingIsAnsweredAlikeHoweverOftenItIsAskedFor() {
        DeliveryKey failed = delivery(COMPLETE, START, FAIL);
        Answer first = post("/reprocess", body(failed, 1, ""));
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body()).hasToString("{\"id\":\"mag/d\",\"revision\":\"" + failed.revision()
                + "\",\"attempt\":2,\"status\":\"WAITING\",\"changed\":true}");
        Answer second = post("/reprocess", body(failed, 1, ""));
        assertThat(second.body().needNumber("attempt")).isEqualTo(2);
        assertThat(second.body().flag("changed")).contains(false);
        assertThat(deliveries.find(failed).orElseThrow().attempt()).isEqualTo(2);
        assertThat(queue.take()).isNotEmpty();
    }

    @Test
    void withdrawingKeepsTheReason() {
        DeliveryKey waiting = delivery();
        Answer answer = post("/withdraw", body(waiting, 1, ",\"reason\":\"wrong day\""));
        assertThat(answer.body().needText("status")).isEqualTo("WITHDRAWN");
        assertThat(deliveries.find(waiting).orElseThrow().life().reason().orElseThrow().cause()).isEqualTo("wrong day");
        assertThat(post("/withdraw", body(waiting, 1, "")).body().flag("changed")).contains(false);
    }

    @Test
    void theBodyMayBeEncoded() {
        String body = body(delivery(), 1, "");
        String encoded = Base64.getEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8));
        assertThat(send("POST", "/withdraw", '"' + encoded + "\",\"isBase64Encoded\":true").status()).isEqualTo(200);
    }

    @Test
    void whatCannotBeReprocessedSaysWhatCanBeDone() {
        assertThat(post("/reprocess", body(delivery(), 1, "")).error()).contains("starts by itself");
        assertThat(post("/reprocess", body(delivery(COMPLETE, START), 1, "")).error())
                .contains("wait for its end", "arn:of:the:execution");
        assertThat(post("/reprocess", body(delivery(WITHDRAW), 1, "")).error()).contains("send its manifest again");
        DeliveryKey older = delivery(COMPLETE, START, FINISH);
        DeliveryKey newer = delivery();
        Answer outdated = post("/reprocess", body(older, 1, ""));
        assertThat(outdated.status()).isEqualTo(409);
        assertThat(outdated.error()).contains(older.revision(), newer.revision(), "reprocess that one");
    }

    @Test
    void whatCannotBeWithdrawnSaysWhatCanBeDone() {
        assertThat(post("/withdraw", body(delivery(COMPLETE, START), 1, "")).error())
                .contains("stop its execution arn:of:the:execution");
        assertThat(post("/withdraw", body(delivery(COMPLETE, START, FINISH), 1, "")).error())
                .contains("processed already");
        assertThat(post("/withdraw", body(delivery(COMPLETE, START, FAIL), 1, "")).error())
                .contains("unless it is reprocessed");
        Answer other = post("/withdraw", body(delivery(), 2, ""));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.error()).contains("WAITING in attempt 1, not in attempt 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                            | id is missing
            {"id": "mag/d", "revision": "0123456789ab"}                   | attempt is missing
            {"id": "mag/d", "revision": "x", "attempt": 1}                | 12 hexadecimal digits
            {"id": "mag", "revision": "0123456789ab", "attempt": 1}       | <dataset>/<name>
            {"id": "mag/d", "revision": "0123456789ab", "attempt": 0}     | 1 or more
            {"id": "mag/d", "revision": "0123456789ab", "attempt": "one"} | attempt is not
            nothing                                                       | not a JSON object
            """)
    void whatIsNoRequestSaysWhatWouldBe(String body, String message) {
        Answer answer = post("/reprocess", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).contains(message);
    }

    @Test
    void whatIsNotThereIsToldApart() {
        Answer unknown = post("/withdraw", body(DeliveryKey.parse("mag/none@0123456789ab"), 1, ""));
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.error()).contains("mag/none@0123456789ab");
        assertThat(send("GET", "/reprocess", "null").status()).isEqualTo(405);
        assertThat(post("/withdraw", body(delivery(), 1, ",\"reason\":\"" + "x".repeat(1001) + '"')).status())
                .isEqualTo(400);
    }
}
