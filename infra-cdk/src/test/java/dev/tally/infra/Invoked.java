package dev.tally.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.tally.infra.Synthesis.Resource;

/** Finds the function behind what is called. */
final class Invoked {

    private Invoked() {}

    /** The function behind an alias; fails if it is not called through one. */
    static Resource function(Synthesis synthesis, JsonNode alias) {
        var found = synthesis.tracker().at(TextNode.valueOf(alias.asText().replaceFirst(":live$", "")));
        if (!found.type().equals("AWS::Lambda::Alias")) {
            throw new AssertionError(found.id() + " is no alias");
        }
        return synthesis.tracker().at(found.property("FunctionName"));
    }
}
