package dev.tally.lambda.verifier;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.aws.WorkFiles;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.fixity.ChecksumAlgorithm;
import dev.tally.json.JsonObject;
import dev.tally.lambda.Invoked;
import dev.tally.lambda.Setting;
import dev.tally.lambda.Settings;
import dev.tally.storage.BadEntry;
import dev.tally.storage.FakeObjects;

import static org.assertj.core.api.Assertions.assertThat;

final class VerifierHandlerTest {
    private static final DeliveryKey DELIVERY = DeliveryKey.parse("demo/2026/11@0123456789ab");

    private final FakeObjects objects = new FakeObjects();
    private final VerifierHandler handler = new VerifierHandler(
            Settings.read(Invoked.ENVIRONMENT, EnumSet.of(Setting.WORK_BUCKET)), objects, objects);

    private String line(String key, String content, String announced) {
        objects.store(new FileRef("landing", key), content);
        String md5 = FakeObjects.checksums(announced.getBytes(StandardCharsets.UTF_8), Set.of(ChecksumAlgorithm.MD5))
                .getFirst()
                .hex();
        String etag = FakeObjects.checksums(content.getBytes(StandardCharsets.UTF_8), Set.of(ChecksumAlgorithm.MD5))
                .getFirst()
                .hex();
        return """
                {"path":"%s","bucket":"landing","key":"%s","etag":"%s","size":%d,"checksums":{"md5":"%s"},"required":true}
                """
                .formatted(key, key, etag, content.length(), md5);
    }

    private JsonObject verify(int from, int to, String cursor) {
        return Invoked.with(handler,
                """
                        {"dataset": "demo", "delivery": "2026/11", "revision": "0123456789ab", "attempt": 2,
                         "resolvedManifest": "s3://tally-work/resolved/m.jsonl", "range": {"index": 7, "from": %d, "to": %d}, "cursor": %s}"""
                        .formatted(from, to, cursor));
    }

    @Test
    @DisplayName("All fields are always there: the machine's selectors fail on one that is missing")
    void answersWhatTheMachineSelects() {
        String good = line("a", "content", "content");
        objects.store(new FileRef("tally-work", "resolved/m.jsonl"), "before\n" + good);
        JsonObject answer = verify(7, 7 + good.length(), "null");

        assertThat(answer.names()).containsExactly("done", "verdict", "verified", "compared", "hashed", "sized",
                "bytes",
                "bad");
        assertThat(answer.flag("done")).contains(true);
        assertThat(answer.needText("verdict")).isEqualTo("fit");
        assertThat(answer.needNumber("hashed")).isOne();
        assertThat(answer.needNumber("bytes")).isEqualTo(7);
        assertThat(answer.has("cursor")).as("null counts as absent").isFalse();
    }

    @Test
    void reportsBadMembers() {
        String lines = line("a", "content", "content") + line("b", "content", "other");
        objects.store(new FileRef("tally-work", "resolved/m.jsonl"), lines);
        JsonObject answer = verify(0, lines.length(), "null");

        assertThat(answer.needText("verdict")).isEqualTo("unfit");
        assertThat(objects.text(new WorkFiles("work").fixity(DELIVERY, 2, 7)).lines().map(BadEntry::parse))
                .singleElement()
                .satisfies(bad -> assertThat(bad.file().key()).isEqualTo("b"));
    }

    @Test
    @DisplayName("A verdict of an earlier invocation stays")
    void goesOnFromACursor() {
        String first = line("a", "content", "other");
        String second = line("b", "content", "content");
        objects.store(new FileRef("tally-work", "resolved/m.jsonl"), first + second);
        JsonObject answer = verify(0, first.length() + second.length(), """
                {"offset": %d, "compared": 3, "hashed": 0, "sized": 1, "bytes": 7, "bad": 1}"""
                .formatted(first.length()));

        assertThat(answer.needText("verdict")).isEqualTo("unfit");
        assertThat(answer.needNumber("verified")).isEqualTo(5);
        assertThat(answer.needNumber("bytes")).isEqualTo(14);
    }
}
