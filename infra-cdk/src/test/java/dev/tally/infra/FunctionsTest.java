package dev.tally.infra;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tally.infra.Policies.Statement;
import dev.tally.infra.Synthesis.Resource;

import static org.assertj.core.api.Assertions.assertThat;

final class FunctionsTest {

    private static final String FUNCTION = "AWS::Lambda::Function";
    private static final List<String> WITHOUT_RESOURCES = List.of("xray:PutTraceSegments", "xray:PutTelemetryRecords");

    static Stream<Synthesis> environments() {
        return Synthesis.all();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void allRunOnJava25OnGravitonFromASnapshot(Synthesis synthesis) {
        assertThat(ours(synthesis)).hasSize(FunctionKind.values().length).allSatisfy(function -> {
            assertThat(function.property("Runtime").asText()).isEqualTo("java25");
            assertThat(function.property("Architectures").path(0).asText()).isEqualTo("arm64");
            assertThat(function.property("SnapStart", "ApplyOn").asText()).isEqualTo("PublishedVersions");
            assertThat(function.property("TracingConfig", "Mode").asText()).isEqualTo("Active");
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void allShareOneArchive(Synthesis synthesis) {
        assertThat(ours(synthesis).map(function -> function.property("Code")).distinct()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("environments")
    void namesHandlersAndLimitsAreThoseOfTheCatalogOfFunctions(Synthesis synthesis) {
        var environment = synthesis.environment().name();
        var handlers = ours(synthesis).collect(Collectors.toMap(function -> function.property("FunctionName").asText(),
                function -> function.property("Handler").asText() + ' ' + function.property("Timeout").asInt() + " s "
                        + function.property("MemorySize").asInt() + " MB"));
        assertThat(handlers).containsExactlyInAnyOrderEntriesOf(Map.of(
                "tally-" + environment + "-indexer", "dev.tally.lambda.indexer.IndexerHandler 60 s 1024 MB",
                "tally-" + environment + "-checker", "dev.tally.lambda.checker.CheckerHandler 900 s 2048 MB",
                "tally-" + environment + "-verifier", "dev.tally.lambda.verifier.VerifierHandler 900 s 2048 MB",
                "tally-" + environment + "-outputs", "dev.tally.lambda.outputs.OutputsHandler 900 s 1024 MB",
                "tally-" + environment + "-outcome", "dev.tally.lambda.outcome.OutcomeHandler 60 s 1024 MB",
                "tally-" + environment + "-publisher", "dev.tally.lambda.publisher.PublisherHandler 60 s 512 MB",
                "tally-" + environment + "-archiver", "dev.tally.lambda.archiver.ArchiverHandler 900 s 2048 MB",
                "tally-" + environment + "-api", "dev.tally.lambda.api.ApiHandler 29 s 1024 MB",
                "tally-" + environment + "-intervention",
                "dev.tally.lambda.intervention.InterventionHandler 29 s 1024 MB",
                "tally-" + environment + "-sweeper", "dev.tally.lambda.sweeper.SweeperHandler 300 s 1024 MB"));
    }

    /** A version that is called without its alias would start without the snapshot. */
    @ParameterizedTest
    @MethodSource("environments")
    void nobodyCallsAFunctionButByItsAlias(Synthesis synthesis) {
        var tracker = synthesis.tracker();
        assertThat(tracker.resources("AWS::Lambda::Alias")).hasSize(FunctionKind.values().length)
                .allMatch(alias -> alias.property("Name").asText().equals("live"));
        var called = Stream.of(
                tracker.resources("AWS::Lambda::EventSourceMapping").map(mapping -> mapping.property("FunctionName")),
                tracker.resources("AWS::ApiGatewayV2::Integration")
                        .map(integration -> integration.property("IntegrationUri")),
                RulesTest.rules(synthesis)
                        .map(rule -> rule.property("Targets").path(0).path("Arn"))
                        .filter(target -> target.asText().startsWith("<Functions")),
                tracker.resources("AWS::StepFunctions::StateMachine")
                        .flatMap(machine -> machine.property("DefinitionSubstitutions").valueStream()))
                .flatMap(names -> names)
                .toList();
        assertThat(called).hasSize(4 + 2 + 1 + 5)
                .allSatisfy(alias -> assertThat(Invoked.function(synthesis, alias).type()).isEqualTo(FUNCTION));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void eachHasItsOwnRole(Synthesis synthesis) {
        assertThat(ours(synthesis).map(function -> function.property("Role").asText())).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void logGroupsAreOursAndExpireAndNobodyMayMakeOthers_CDK_07(Synthesis synthesis) {
        var days = synthesis.environment().name().equals("prod") ? 365 : 14;
        assertThat(ours(synthesis)).allSatisfy(function -> {
            var group = synthesis.tracker().at(function.property("LoggingConfig", "LogGroup"));
            assertThat(group.property("LogGroupName").isMissingNode()).isTrue();
            assertThat(rights(synthesis, function)).anyMatch(statement -> statement.allows("logs:PutLogEvents")
                    && statement.resources().equals(List.of('<' + group.id() + ".Arn>")));
        });
        assertThat(synthesis.tracker().resources("AWS::Logs::LogGroup"))
                .hasSizeGreaterThan(FunctionKind.values().length)
                .allMatch(group -> group.property("RetentionInDays").intValue() == days);
        assertThat(synthesis.tracker().resources("AWS::IAM::Role"))
                .allMatch(role -> role.property("ManagedPolicyArns").isMissingNode());
        assertThat(synthesis.tracker().resources("AWS::IAM::Policy").flatMap(Policies::statements))
                .noneMatch(statement -> statement.actions().contains("logs:CreateLogGroup"));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void noRightIsWiderThanItsUse(Synthesis synthesis) {
        assertThat(ours(synthesis))
                .allSatisfy(function -> assertThat(rights(synthesis, function)).isNotEmpty().allSatisfy(statement -> {
                    assertThat(statement.actions()).noneMatch(action -> action.contains("*"));
                    assertThat(statement.resources()).allMatch(
                            resource -> !resource.equals("*") || WITHOUT_RESOURCES.containsAll(statement.actions()));
                }));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void onlyWhoMakesTransitionsWritesTheTableAndOnlyWhoDecidesStartsRuns(Synthesis synthesis) {
        assertThat(allowed(synthesis, "dynamodb:UpdateItem")).containsExactlyInAnyOrder("indexer", "checker",
                "outcome", "intervention", "sweeper");
        assertThat(allowed(synthesis, "dynamodb:PutItem")).containsExactlyInAnyOrder("indexer", "checker", "outcome");
        assertThat(allowed(synthesis, "dynamodb:DeleteItem")).containsExactly("checker");
        assertThat(allowed(synthesis, "states:StartExecution")).containsExactlyInAnyOrder("indexer", "checker",
                "outcome");
        assertThat(allowed(synthesis, "states:DescribeExecution")).containsExactly("sweeper");
        assertThat(allowed(synthesis, "events:PutEvents")).containsExactly("publisher");
        assertThat(allowed(synthesis, "s3:DeleteObject")).isEmpty();
        assertThat(allowed(synthesis, "s3:DeleteObjectVersion")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void theSweeperMayAskAfterOurRunsAndDoNothingElseToThem_SFN_07(Synthesis synthesis) {
        var machine = synthesis.tracker()
                .resource("AWS::StepFunctions::StateMachine", "MachinesProcessing")
                .property("StateMachineName")
                .asText();
        var sweeper = ours(synthesis).filter(function -> function.id().startsWith("FunctionsSweeper"))
                .findFirst()
                .orElseThrow();
        assertThat(rights(synthesis, sweeper).stream()
                .filter(statement -> statement.actions().stream().anyMatch(action -> action.startsWith("states:"))))
                .singleElement()
                .satisfies(statement -> {
                    assertThat(statement.actions()).containsExactly("states:DescribeExecution");
                    assertThat(statement.resources()).containsExactly(
                            "arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:" + machine + ":*");
                });
        assertThat(rights(synthesis, sweeper)).noneMatch(
                statement -> statement.actions().stream().anyMatch(action -> action.startsWith("s3:Put")));
    }

    /** Lambda ends a chain of messages from a function to its own queue after 16, unless it is told that this is meant. */
    @ParameterizedTest
    @MethodSource("environments")
    void whoSendsToItsOwnQueueMayDoSoWithoutEnd(Synthesis synthesis) {
        var goOn = synthesis.tracker()
                .resources("AWS::Lambda::EventSourceMapping")
                .filter(mapping -> mapping.property("EventSourceArn").asText().startsWith("<Queues"))
                .filter(mapping -> rights(synthesis, Invoked.function(synthesis, mapping.property("FunctionName")))
                        .stream()
                        .anyMatch(statement -> statement.allows("sqs:SendMessage")
                                && statement.resources().contains(mapping.property("EventSourceArn").asText())))
                .map(mapping -> Invoked.function(synthesis, mapping.property("FunctionName")).id())
                .toList();
        assertThat(goOn).hasSize(2);
        assertThat(ours(synthesis)).allSatisfy(function -> assertThat(function.property("RecursiveLoop").asText())
                .isEqualTo(goOn.contains(function.id()) ? "Allow" : "Terminate"));
    }

    /** The ARN is written out, since a reference would go in a circle; so it must be the right one. */
    @ParameterizedTest
    @MethodSource("environments")
    void theMachineThatIsStartedIsOurs_CDK_03(Synthesis synthesis) {
        var machine = synthesis.tracker()
                .resource("AWS::StepFunctions::StateMachine", "MachinesProcessing")
                .property("StateMachineName")
                .asText();
        assertThat(
                ours(synthesis).map(function -> function.property("Environment", "Variables", "TALLY_PROCESSING_ARN"))
                        .filter(arn -> !arn.isMissingNode()))
                .hasSize(3)
                .allMatch(arn -> arn.asText()
                        .equals("arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:stateMachine:" + machine));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void theCatalogIsReadByItsExactName(Synthesis synthesis) {
        var readers = ours(synthesis)
                .filter(function -> function.property("Environment", "Variables").has("TALLY_CATALOG"));
        assertThat(readers).hasSize(6).allSatisfy(function -> {
            var place = function.property("Environment", "Variables", "TALLY_CATALOG").asText();
            assertThat(place).matches("s3://cdk-.+/[0-9a-f]{64}\\.json");
            var arn = place.replace("s3://", ":s3:::");
            assertThat(rights(synthesis, function).stream()
                    .filter(statement -> statement.resources()
                            .stream()
                            .anyMatch(resource -> resource.contains("cdk-"))))
                    .singleElement()
                    .satisfies(statement -> {
                        assertThat(statement.actions()).containsExactly("s3:GetObject");
                        assertThat(statement.resources()).singleElement().asString().endsWith(arn);
                    });
        });
    }

    /** Whoever looks for an object that may be missing has to be told so, and not that it is forbidden. */
    @ParameterizedTest
    @MethodSource("environments")
    void whoLooksForObjectsIsToldWhichAreMissing(Synthesis synthesis) {
        assertThat(allowed(synthesis, "s3:ListBucket"))
                .containsExactlyInAnyOrder("indexer", "checker", "outcome", "verifier", "outputs", "archiver", "api");
        assertThat(ours(synthesis).flatMap(function -> rights(synthesis, function).stream())
                .filter(statement -> statement.allows("s3:ListBucket")))
                .allMatch(statement -> statement.json().path("Condition").isMissingNode());
    }

    /** Whether the landing bucket, and the work bucket with the resolved manifests: without that S3 refuses what is not there. */
    @ParameterizedTest
    @MethodSource("environments")
    void theCheckerMayListBothBucketsThatItLooksInto(Synthesis synthesis) {
        var checker = ours(synthesis).filter(function -> function.id().startsWith("FunctionsChecker"))
                .findFirst()
                .orElseThrow();
        assertThat(rights(synthesis, checker).stream()
                .filter(statement -> statement.allows("s3:ListBucket"))
                .flatMap(statement -> statement.resources().stream())
                .distinct()).hasSize(2);
    }

    /** It looks for data files that no delivery names, in the landing bucket alone, and reads none. */
    @ParameterizedTest
    @MethodSource("environments")
    void theApiMayListTheLandingBucketAndReadNoneOfIts(Synthesis synthesis) {
        var api = ours(synthesis).filter(function -> function.id().startsWith("FunctionsApi"))
                .findFirst()
                .orElseThrow();
        assertThat(rights(synthesis, api).stream()
                .filter(statement -> statement.actions().stream().anyMatch(action -> action.startsWith("s3:")))
                .filter(statement -> statement.resources().stream().noneMatch(resource -> resource.contains("cdk-"))))
                .singleElement()
                .satisfies(statement -> {
                    assertThat(statement.actions()).containsExactly("s3:ListBucket");
                    assertThat(statement.resources()).singleElement()
                            .asString()
                            .matches("<.+:ExportsOutputFnGetAttLanding[0-9A-F]{8}Arn[0-9A-F]{8}>");
                });
    }

    private static Stream<Resource> ours(Synthesis synthesis) {
        return synthesis.tracker().resources(FUNCTION).filter(function -> function.id().startsWith("Functions"));
    }

    private static List<Statement> rights(Synthesis synthesis, Resource function) {
        return Policies.of(synthesis, synthesis.tracker().at(function.property("Role")));
    }

    private static List<String> allowed(Synthesis synthesis, String action) {
        return ours(synthesis)
                .filter(function -> rights(synthesis, function).stream()
                        .anyMatch(statement -> statement.allows(action)))
                .map(function -> function.property("FunctionName").asText())
                .map(name -> name.substring(name.lastIndexOf('-') + 1))
                .toList();
    }
}
