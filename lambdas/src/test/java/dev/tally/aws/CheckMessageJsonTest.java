package dev.tally.aws;

import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tally.completeness.CheckMessage;
import dev.tally.completeness.Watch;
import dev.tally.delivery.DeliveryKey;
import dev.tally.file.FileRef;
import dev.tally.json.MalformedJsonException;
import dev.tally.manifest.ManifestVersion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class CheckMessageJsonTest {
    private static final FileRef FILE = new FileRef("landing", "demo/ a+b%2F\"é\\e\u0301/x");
    private static final Watch WATCH = Watch.parse("demo/a/b@c#1 é@0123456789ab#17/256");

    static Stream<CheckMessage> messages() {
        ManifestVersion manifest = SampleDeliveries.manifest("m");
        return Stream.of(new CheckMessage.Check(WATCH, Optional.empty()),
                new CheckMessage.Check(WATCH, Optional.of(FILE)), new CheckMessage.Register(manifest),
                new CheckMessage.Register(manifest, true),
                new CheckMessage.Register(new ManifestVersion(FILE, Optional.empty(), manifest.etag(),
                        manifest.sequencer(), Long.MAX_VALUE, manifest.at())),
                new CheckMessage.Walk(FILE, Optional.empty()), new CheckMessage.Walk(FILE, Optional.of("W#0/€")),
                new CheckMessage.Walk(FileRef.ofDelivery("demo", "a/b"), Optional.empty()),
                new CheckMessage.Changed(FILE, Optional.empty()),
                new CheckMessage.Changed(FILE, Optional.of("open#2026\nR#1\nD#é")),
                new CheckMessage.Decide(WATCH.delivery()), new CheckMessage.Look(WATCH));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void readsWhatItWrote(CheckMessage message) {
        assertThat(CheckMessageJson.read(CheckMessageJson.write(message))).isEqualTo(message);
    }

    @Test
    void writesTheDocumentedForm() {
        assertThat(CheckMessageJson.write(new CheckMessage.Check(WATCH, Optional.of(new FileRef("b", "k")))))
                .isEqualTo("{\"type\":\"check\",\"watch\":\"demo/a/b@c#1 é@0123456789ab#17/256\","
                        + "\"file\":{\"bucket\":\"b\",\"key\":\"k\"}}");
        assertThat(CheckMessageJson.write(new CheckMessage.Decide(DeliveryKey.parse("demo/d@0123456789ab"))))
                .isEqualTo(
                        "{\"type\":\"decide\",\"dataset\":\"demo\",\"delivery\":\"d\",\"revision\":\"0123456789ab\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"type\":\"other\"}", "{\"type\":\"check\"}",
        "{\"type\":\"check\",\"watch\":\"nonsense\"}", "{\"type\":\"walk\",\"file\":{\"bucket\":\"b\"}}",
        "{\"type\":\"decide\",\"dataset\":\"D\",\"delivery\":\"d\",\"revision\":\"0123456789ab\"}",
        "{\"type\":\"register\",\"manifest\":{\"bucket\":\"b\",\"key\":\"k\",\"etag\":\"e\",\"sequencer\":\"1\","
                + "\"size\":1,\"at\":\"yesterday\"}}"})
    void whatIsNoMessageIsMalformed(String text) {
        assertThatThrownBy(() -> CheckMessageJson.read(text)).isInstanceOf(MalformedJsonException.class);
    }
}
