package dev.tally.dataset;

import java.time.Duration;
import java.util.List;

/**
 * What is run on a complete delivery. Names stand for resources of the same account and region; an ARN may stand in
 * their place.
 */
public sealed interface Job {
    /** A function, called and waited for. */
    record Lambda(String function, Duration timeout) implements Job {
        /** The service ends every function after that. */
        public static final Duration LONGEST = Duration.ofMinutes(15);

        public Lambda {
            Rules.hold(Rules.resource(function));
            Rules.hold(Rules.duration(timeout, LONGEST));
        }
    }

    /** A state machine, started and waited for. */
    record StateMachine(String stateMachine, Duration timeout) implements Job {
        public StateMachine {
            Rules.hold(Rules.resource(stateMachine));
            Rules.hold(Rules.duration(timeout, Job.LONGEST));
        }
    }

    /** A job of AWS Batch. */
    record Batch(String jobQueue, String jobDefinition, Duration timeout) implements Job {
        public Batch {
            Rules.hold(Rules.resource(jobQueue));
            Rules.hold(Rules.resource(jobDefinition));
            Rules.hold(Rules.duration(timeout, Job.LONGEST));
        }
    }

    /**
     * A task of ECS on Fargate.
     *
     * @param container the container of the task that gets the input
     * @param subnets at least one
     * @param securityGroups none means the default one of the VPC
     * @param roles that the task definition hands to the task and its agent, which must be allowed to be handed over
     */
    record Ecs(String cluster, String taskDefinition, String container, List<String> subnets,
            List<String> securityGroups, boolean assignPublicIp, List<String> roles, Duration timeout)
            implements
                Job {
        public Ecs {
            Rules.hold(Rules.resource(cluster));
            Rules.hold(Rules.resource(taskDefinition));
            Rules.hold(Rules.resource(container));
            subnets = List.copyOf(subnets);
            securityGroups = List.copyOf(securityGroups);
            roles = List.copyOf(roles);
            if (subnets.isEmpty()) {
                throw new IllegalArgumentException("A task runs in at least one subnet");
            }
            subnets.forEach(subnet -> Rules.hold(Rules.resource(subnet)));
            securityGroups.forEach(group -> Rules.hold(Rules.resource(group)));
            roles.forEach(role -> Rules.hold(Rules.resource(role)));
            Rules.hold(Rules.duration(timeout, Job.LONGEST));
        }
    }

    /** Nothing: a complete delivery is verified and at once processed. */
    record None() implements Job {}

    /** No execution of a state machine, ours included, lives longer than a year. */
    Duration LONGEST = Duration.ofDays(365);

    /** The timeout of a job that states none, unless it is a function. */
    Duration USUAL = Duration.ofDays(1);

    /** The name of its kind in the catalog, the API and the state machine's input. */
    default String kind() {
        return switch (this) {
            case Lambda _ -> "lambda";
            case StateMachine _ -> "stateMachine";
            case Batch _ -> "batch";
            case Ecs _ -> "ecs";
            case None _ -> "none";
        };
    }
}
