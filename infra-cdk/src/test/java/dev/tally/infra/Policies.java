package dev.tally.infra;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

import dev.tally.infra.Synthesis.Resource;

/** Reads policies of templates. */
final class Policies {

    private Policies() {}

    /** A statement; what may be a list or a single text in JSON is a list here. */
    record Statement(JsonNode json) {

        List<String> actions() {
            return texts(json.path("Action"));
        }

        List<String> resources() {
            return texts(json.path("Resource"));
        }

        boolean allows(String action) {
            return json.path("Effect").asText().equals("Allow") && actions().contains(action);
        }

        private static List<String> texts(JsonNode node) {
            return node.isArray()
                    ? StreamSupport.stream(node.spliterator(), false).map(JsonNode::asText).toList()
                    : List.of(node.asText());
        }
    }

    static Stream<Statement> statements(Resource policy) {
        return StreamSupport.stream(policy.property("PolicyDocument", "Statement").spliterator(), false)
                .map(Statement::new);
    }

    /** All that a role may do. */
    static List<Statement> of(Synthesis synthesis, Resource role) {
        return synthesis.tracker()
                .resources("AWS::IAM::Policy")
                .filter(policy -> StreamSupport.stream(policy.property("Roles").spliterator(), false)
                        .anyMatch(name -> name.asText().equals('<' + role.id() + '>')))
                .flatMap(Policies::statements)
                .toList();
    }
}
