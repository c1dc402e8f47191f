package dev.tally.manifest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import static dev.tally.manifest.Manifests.utf8;

/** One of {@code manifest-cases.json}; its fields are described beside it. */
final class ManifestCase {
    private final JsonNode node;

    private ManifestCase(JsonNode node) {
        this.node = node;
    }

    static Stream<ManifestCase> all() {
        try (InputStream in = ManifestCase.class.getResourceAsStream("manifest-cases.json")) {
            return children(new JsonMapper().readTree(in)).map(ManifestCase::new);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Stream<JsonNode> children(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false);
    }

    String name() {
        return node.get("name").textValue();
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(HexFormat.of().parseHex(node.path("hex").asText()));
        bytes.writeBytes(utf8(node.has("manifest")
                ? node.get("manifest").toString()
                : children(node.get("lines")).map(JsonNode::textValue).collect(Collectors.joining("\n"))));
        return bytes.toByteArray();
    }

    ManifestScope scope() {
        return Manifests.scope(node.path("key").asText(Manifests.KEY),
                Optional.ofNullable(node.path("stated").textValue()));
    }

    JsonNode expected() {
        return node;
    }

    boolean isAccepted() {
        return !node.has("faults");
    }

    List<JsonNode> faults() {
        return children(node.path("faults")).toList();
    }
}
