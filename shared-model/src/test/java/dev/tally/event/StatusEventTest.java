package dev.tally.event;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.tally.dataset.DeliveryId;
import dev.tally.delivery.Contents;
import dev.tally.delivery.Delivery;
import dev.tally.delivery.DeliveryKey;
import dev.tally.delivery.Life;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.Reason;
import dev.tally.delivery.ResolvedManifest;
import dev.tally.delivery.Transition;
import dev.tally.file.FileRef;
import dev.tally.file.Sequencer;
import dev.tally.manifest.ManifestVersion;

import static org.assertj.core.api.Assertions.assertThat;

final class StatusEventTest {
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");

    private static Delivery waiting(String name, long members) {
        ManifestVersion manifest = new ManifestVersion(new FileRef("landing", "demo/m.manifest.json"),
                Optional.of("v1"),
                "e", new Sequencer("1"), 1, AT);
        return Delivery.registered(new DeliveryKey(new DeliveryId("demo", name), "0123456789ab"), manifest,
                new Contents(members, members, 1, "{}", Optional.empty(), true, Optional.empty(), Optional.empty()),
                AT);
    }

    private static Delivery apply(Delivery delivery, Transition transition) {
        return delivery.apply(transition, AT.plusSeconds(1)).orElseThrow();
    }

    private static StatusEvent event(Delivery delivery, Optional<Life> previous) {
        return new StatusEvent("dev", delivery, previous, Optional.of(new FileRef("tally-work", "outputs/")));
    }

    @Test
    void aNewDelivery() {
        StatusEvent event = event(waiting("day \"1\"", 2), Optional.empty());
        assertThat(event.detailType()).isEqualTo("Delivery Waiting");
        assertThat(event.detail()).isEqualTo("{\"id\":\"demo/day \\\"1\\\"@0123456789ab!1\",\"environment\":\"dev\","
                + "\"dataset\":\"demo\",\"delivery\":\"day \\\"1\\\"\",\"revision\":\"0123456789ab\",\"attempt\":1,"
                + "\"status\":\"WAITING\",\"at\":\"2026-11-30T12:00:00Z\",\"members\":2,\"manifest\":{\"bucket\":\"landing\","
                + "\"key\":\"demo/m.manifest.json\",\"versionId\":\"v1\"},\"archives\":true}");
    }

    @Test
    void aProcessedDelivery() {
        Delivery complete = apply(waiting("d", 2), new Transition.Complete(1, new ResolvedManifest(
                new FileRef("tally-work", "resolved/x"), 2, List.of(0L, 9L))));
        Delivery started = apply(complete, new Transition.Start(1, "arn:x"));
        Delivery processed = apply(started,
                new Transition.Finish(1, Optional.of(new Outputs(new FileRef("tally-work", "outputs.jsonl"), 3, 4))));
        assertThat(event(processed, Optional.of(started.life())).detail()).contains(
                "!4\"", "\"previousStatus\":\"PROCESSING\"", "\"resolvedManifest\":\"s3://tally-work/resolved/x\"",
                "\"execution\":\"arn:x\"", "\"outputs\":{\"manifest\":\"s3://tally-work/outputs.jsonl\","
                        + "\"prefix\":\"s3://tally-work/outputs/\",\"count\":3,\"bytes\":4}");
        Delivery failed = apply(complete, new Transition.Fail(1, new Reason("job", "E", "c")));
        assertThat(event(failed, Optional.empty()).detail())
                .contains("\"reason\":{\"stage\":\"job\",\"error\":\"E\",\"cause\":\"c\"}");
    }

    @Test
    void anOverdueDelivery() {
        Delivery waiting = waiting("d", 2);
        Contents due = new Contents(2, 2, 1, "{}", Optional.of(AT.plusSeconds(60)), true, Optional.empty(),
                Optional.empty());
        Delivery delivery = Delivery.registered(waiting.key(), waiting.manifest(), due, AT);
        Delivery marked = delivery.apply(new Transition.Overdue(1), AT.plusSeconds(90)).orElseThrow();
        StatusEvent event = event(marked, Optional.of(delivery.life()));
        assertThat(event.detailType()).isEqualTo("Delivery Overdue");
        assertThat(event.at()).isEqualTo(AT.plusSeconds(90));
        assertThat(event.detail()).contains("@0123456789ab!2\"", "\"status\":\"WAITING\"",
                "\"at\":\"2026-11-30T12:01:30Z\",\"due\":\"2026-11-30T12:01:00Z\",\"overdue\":true");
        Delivery complete = apply(marked, new Transition.Complete(1, new ResolvedManifest(
                new FileRef("tally-work", "resolved/x"), 2, List.of(0L, 9L))));
        StatusEvent later = event(complete, Optional.of(marked.life()));
        assertThat(later.detailType()).isEqualTo("Delivery Complete");
        assertThat(later.detail()).contains("\"due\":").doesNotContain("\"overdue\"");
    }

    @Test
    @DisplayName("EB-05: every number fits 64 bits, and an id of more digits is text")
    void numbers() throws Exception {
        JsonNode detail = new ObjectMapper().readTree(event(waiting("9223372036854775808", Long.MAX_VALUE),
                Optional.empty()).detail());
        assertThat(detail.path("delivery").isTextual()).isTrue();
        assertThat(detail.path("members").bigIntegerValue()).isEqualTo(BigInteger.valueOf(Long.MAX_VALUE));
        detail.forEach(field -> assertThat(!field.isNumber() || field.canConvertToLong()).isTrue());
    }

    @Test
    void theShortFormSaysThatItIsOne() {
        StatusEvent event = event(waiting("d", 2), Optional.empty());
        assertThat(event.shortDetail()).contains(event.id(), "\"shortened\":true").doesNotContain("manifest");
    }
}
