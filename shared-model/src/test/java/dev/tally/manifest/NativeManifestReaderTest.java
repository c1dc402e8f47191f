package dev.tally.manifest;

import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import dev.tally.manifest.Manifests.Reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

final class NativeManifestReaderTest {
    @TestFactory
    Stream<DynamicTest> accepts() {
        return ManifestCase.all().filter(ManifestCase::isAccepted).map(c -> dynamicTest(c.name(), () -> {
            Reading reading = Manifests.read(c.bytes(), c.scope());
            assertThat(reading.faults()).isEmpty();
            ManifestHeader header = reading.header().orElseThrow();
            assertThat(header.delivery().name()).isEqualTo(c.expected().get("delivery").textValue());
            assertThat(header.delivery().dataset()).isEqualTo("mag");
            assertThat(header.parameters()).isEqualTo(c.expected().path("parameters").asText("{}"));
            assertThat(reading.members().stream().map(m -> m.file() + (m.required() ? "" : " optional")))
                    .containsExactlyElementsOf(
                            ManifestCase.children(c.expected().get("members")).map(JsonNode::textValue).toList());
        }));
    }

    @TestFactory
    Stream<DynamicTest> refusesWithEveryFault() {
        return ManifestCase.all().filter(c -> !c.isAccepted()).map(c -> dynamicTest(c.name(), () -> {
            List<ManifestFault> faults = Manifests.read(c.bytes(), c.scope()).faults();
            assertThat(faults).as("%s", faults).hasSameSizeAs(c.faults());
            for (int i = 0; i < faults.size(); i++) {
                ManifestFault fault = faults.get(i);
                JsonNode expected = c.faults().get(i);
                assertThat(fault.place()).as("%s", faults).isEqualTo(expected.get("place").textValue());
                assertThat(fault.message()).contains(expected.get("says").textValue());
                if (expected.has("at")) {
                    assertThat(fault.line() + ":" + fault.column()).as("%s", fault)
                            .isEqualTo(expected.get("at").textValue());
                }
            }
        }));
    }
}
