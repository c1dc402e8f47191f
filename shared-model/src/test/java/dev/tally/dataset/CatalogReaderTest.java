package dev.tally.dataset;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

final class CatalogReaderTest {
    private static final JsonNode CASES = cases();

    @TestFactory
    Stream<DynamicTest> findsEveryFault() {
        return StreamSupport.stream(CASES.spliterator(), false)
                .map(example -> dynamicTest(example.get("name").textValue(),
                        () -> assertThat(faultsOf(example.get("catalog"))).containsExactlyElementsOf(
                                StreamSupport.stream(example.get("faults").spliterator(), false)
                                        .map(JsonNode::textValue)
                                        .toList())));
    }

    @TestFactory
    Stream<DynamicTest> readsWhatItsWriterWrites() {
        return StreamSupport.stream(CASES.spliterator(), false)
                .filter(example -> example.get("faults").isEmpty())
                .map(example -> dynamicTest(example.get("name").textValue(), () -> {
                    Catalog catalog = CatalogReader.read(example.get("catalog"));
                    assertThat(CatalogReader.read(CatalogWriter.write(catalog))).isEqualTo(catalog);
                }));
    }

    @Test
    void readsAllFields() {
        Catalog catalog = CatalogReader.read(CASES.get(1).get("catalog"));
        Dataset first = catalog.datasets().getFirst();
        assertThat(first.job()).isEqualTo(new Job.Lambda("tally-dev-quicklook:live", Duration.ofMinutes(5)));
        assertThat(first.deadline()).hasValue(Duration.ofHours(6));
        assertThat(first.archive()).hasValue(new ArchivePolicy("a/", Set.of(ArchivePolicy.Part.OUTPUTS)));
        assertThat(first.owner().orElseThrow().email()).hasValue("mag@example.org");
        assertThat(first.notifications()).containsExactly("mag@example.org", "ops@example.org");
        assertThat(catalog.find("b").orElseThrow().job()).isEqualTo(new Job.StateMachine(
                "arn:aws:states:eu-west-1:123456789012:stateMachine:calibrate", Duration.ofDays(1)));
        assertThat(catalog.find("d").orElseThrow().job()).isEqualTo(new Job.Ecs("main", "calibrate", "app",
                List.of("subnet-1"), List.of("sg-1"), true, List.of("calibrate-task"), Duration.ofDays(1)));
        assertThat(catalog.find("e").orElseThrow().archive().orElseThrow().include())
                .containsExactlyInAnyOrder(ArchivePolicy.Part.values());
    }

    @Test
    void tellsWhereTheJsonIsBroken() {
        assertThat(faultsOf("{\"environment\": \"dev\",\n \"datasets\": [,]}"))
                .singleElement()
                .asString()
                .startsWith("line 2, column ");
        assertThat(faultsOf("{\"environment\": \"dev\", \"environment\": \"prod\", \"datasets\": []}"))
                .singleElement()
                .asString()
                .contains("Duplicate field 'environment'");
        assertThat(faultsOf("{\"environment\": \"dev\", \"datasets\": []} {}")).hasSize(1);
        assertThat(faultsOf("")).hasSize(1);
    }

    private static List<String> faultsOf(JsonNode catalog) {
        try {
            CatalogReader.read(catalog);
            return List.of();
        } catch (CatalogException refused) {
            return refused.faults().stream().map(CatalogFault::toString).toList();
        }
    }

    private static List<String> faultsOf(String json) {
        InputStream in = new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));
        return assertThatExceptionOfType(CatalogException.class).isThrownBy(() -> CatalogReader.read(in))
                .actual()
                .faults()
                .stream()
                .map(CatalogFault::toString)
                .toList();
    }

    private static JsonNode cases() {
        try (InputStream in = CatalogReaderTest.class.getResourceAsStream("catalog-cases.json")) {
            return new JsonMapper().readTree(in);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
