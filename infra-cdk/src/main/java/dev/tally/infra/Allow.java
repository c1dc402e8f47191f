package dev.tally.infra;

import java.util.List;

import software.amazon.awscdk.services.iam.Effect;
import software.amazon.awscdk.services.iam.PolicyStatement;

/**
 * Statements of the functions' policies. They are written out, because the constructs' own grants give more than is needed (all
 * indexes, all versions of an action, all objects of a bucket).
 */
final class Allow {

    private Allow() {}

    static PolicyStatement that(List<String> actions, String... resources) {
        return PolicyStatement.Builder.create()
                .effect(Effect.ALLOW)
                .actions(actions)
                .resources(List.of(resources))
                .build();
    }
}
