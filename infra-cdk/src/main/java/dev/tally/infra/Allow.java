package dev.tally.infra;

import java.util.List;
import java.util.Map;

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

    /** Listing, but only below the prefix. */
    static PolicyStatement listing(String bucketArn, String prefix) {
        return PolicyStatement.Builder.create()
                .effect(Effect.ALLOW)
                .actions(List.of("s3:ListBucket"))
                .resources(List.of(bucketArn))
                .conditions(Map.of("StringLike", Map.of("s3:prefix", prefix + "*")))
                .build();
    }
}
