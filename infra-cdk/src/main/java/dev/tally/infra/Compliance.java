package dev.tally.infra;

import java.util.List;
import java.util.stream.Stream;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import io.github.cdklabs.cdknag.NagPackSuppression;
import io.github.cdklabs.cdknag.NagSuppressions;
import io.github.cdklabs.cdknag.RegexAppliesTo;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.constructs.IConstruct;

/**
 * Checks every synthesis by the rules of AWS Solutions, and holds all exceptions to them with their reasons. A finding
 * that has none here makes the synthesis fail.
 */
final class Compliance {

    private static final String WILDCARD = "AwsSolutions-IAM5";

    private Compliance() {}

    static void check(App app) {
        Aspects.of(app).add(new AwsSolutionsChecks());
    }

    static void exceptObjects(IConstruct functions) {
        except(functions,
                wildcards("Which objects there will be is not known before; the bucket, and below the work bucket "
                        + "the prefix, is the narrowest that can be said.",
                        "/^Resource::<(Landing|Work|Archive)\\w+\\.Arn>\\/([a-z0-9-]+\\/)*\\*$/"));
    }

    static void exceptTracing(IConstruct traced) {
        except(traced, wildcards("X-Ray and the delivery of logs know no resources that a policy could name.",
                "/^Resource::\\*$/"));
    }

    static void exceptExecutions(IConstruct sweeper) {
        except(sweeper, wildcards("The executions of a machine get their ids when they are started.",
                "/^Resource::arn:.+:execution:.+:\\*$/"));
    }

    static void exceptJobs(IConstruct machine) {
        except(machine, wildcards(
                "The executions, jobs, tasks and newest revisions of what the catalog names get their ids when they are "
                        + "made.",
                "/^Resource::arn:.+:(execution:.+:|job\\/|job-definition\\/.+:|task\\/.+\\/|task-definition\\/.+:)\\*$/"));
    }

    static void exceptDeadLetters(IConstruct queue) {
        except(queue, NagPackSuppression.builder()
                .id("AwsSolutions-SQS3")
                .reason("It is itself the dead-letter queue, of a rule or of a function.")
                .build());
    }

    private static NagPackSuppression wildcards(String reason, String... patterns) {
        return NagPackSuppression.builder()
                .id(WILDCARD)
                .reason(reason)
                .appliesTo(Stream.of(patterns).map(pattern -> RegexAppliesTo.builder().regex(pattern).build()).toList())
                .build();
    }

    private static void except(IConstruct construct, NagPackSuppression exception) {
        NagSuppressions.addResourceSuppressions(construct, List.of(exception), true);
    }
}
