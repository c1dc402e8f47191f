package dev.tally.infra;

import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** CloudFormation's functions as plain text: a reference becomes {@code <id>} or {@code <id.attribute>}, and so does a part of one. */
final class References {

    private References() {}

    static JsonNode plain(JsonNode node) {
        return switch (node) {
            case ArrayNode array -> {
                var copy = JsonNodeFactory.instance.arrayNode();
                array.forEach(item -> copy.add(plain(item)));
                yield copy;
            }
            case ObjectNode object when object.size() == 1 && object.has("Ref") ->
                text('<' + object.path("Ref").asText() + '>');
            case ObjectNode object when object.size() == 1 && object.has("Fn::GetAtt") -> text(
                    '<' + object.path("Fn::GetAtt").path(0).asText() + '.' + object.path("Fn::GetAtt").path(1).asText()
                            + '>');
            case ObjectNode object when object.size() == 1 && object.has("Fn::ImportValue") -> text(
                    '<' + object.path("Fn::ImportValue").asText() + '>');
            case ObjectNode object when object.size() == 1 && object.has("Fn::Sub")
                    && object.path("Fn::Sub").isTextual() ->
                object.path("Fn::Sub");
            case ObjectNode object when object.size() == 1 && object.has("Fn::Select") ->
                plain(object.at("/Fn::Select/1/Fn::Split/1"));
            case ObjectNode object when object.size() == 1 && object.has("Fn::Join") -> text(
                    StreamSupport.stream(object.path("Fn::Join").path(1).spliterator(), false)
                            .map(part -> plain(part).asText())
                            .collect(Collectors.joining(object.path("Fn::Join").path(0).asText())));
            case ObjectNode object -> {
                var copy = JsonNodeFactory.instance.objectNode();
                object.properties().forEach(entry -> copy.set(entry.getKey(), plain(entry.getValue())));
                yield copy;
            }
            default -> node;
        };
    }

    /** The id within {@code <id>} or {@code <id.attribute>}. */
    static String target(String reference) {
        return reference.substring(1, reference.length() - 1).split("\\.", 2)[0];
    }

    private static JsonNode text(String text) {
        return TextNode.valueOf(text);
    }
}
