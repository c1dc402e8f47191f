package dev.tally.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

/**
 * Holds the published schema and the reader together: what the reader accepts the schema accepts; what the reader
 * refuses the schema refuses too, unless the case says that it cannot.
 */
final class ManifestSchemaTest {
    private static final Schema SCHEMA = schema();
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @TestFactory
    Stream<DynamicTest> schemaAndReaderAgree() {
        return ManifestCase.all()
                .flatMap(c -> json(c).map(json -> dynamicTest(c.name(), () -> assertThat(
                        SCHEMA.validate(json, InputFormat.JSON).isEmpty())
                        .as("the schema accepts %s: %s", json, SCHEMA.validate(json, InputFormat.JSON))
                        .isEqualTo(c.isAccepted() || c.expected().path("schema").asText().equals("accepts"))))
                        .stream());
    }

    /** The text of a case, if it is JSON, which a schema takes for granted. */
    private static Optional<String> json(ManifestCase c) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(c.bytes())).toString();
            String json = text.startsWith("\ufeff") ? text.substring(1) : text;
            return STRICT.readTree(json).isMissingNode() ? Optional.empty() : Optional.of(json);
        } catch (JsonProcessingException | CharacterCodingException notJson) {
            return Optional.empty();
        }
    }

    private static Schema schema() {
        try (InputStream in = NativeManifestReader.class.getResourceAsStream("tally-manifest-1.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
