package dev.tally.statemachine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The two state machines, as Amazon States Language. Their definitions name functions by the placeholders
 * {@code ${VerifierFunction}}, {@code ${OutputsFunction}}, {@code ${OutcomeFunction}} and {@code ${ArchiverFunction}},
 * which whoever deploys them puts ARNs for, each with its alias.
 */
public enum StateMachine {
    /** One attempt of a delivery: verify, job, outputs, outcome. */
    PROCESSING("processing.asl.json"),
    /** Copies a processed delivery to the archive and seals it. */
    ARCHIVING("archiving.asl.json");

    private final String resource;

    StateMachine(String resource) {
        this.resource = resource;
    }

    /** The definition, with placeholders. */
    public String definition() {
        try (InputStream in = Objects.requireNonNull(StateMachine.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Reading " + resource, unreadable);
        }
    }
}
