package dev.tally.infra;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tally.infra.Policies.Statement;
import dev.tally.infra.Synthesis.Resource;

import static org.assertj.core.api.Assertions.assertThat;

final class MachinesTest {

    private static final String MACHINE = "AWS::StepFunctions::StateMachine";
    private static final String ACCOUNT = ":<AWS::Region>:<AWS::AccountId>:";

    static Stream<Synthesis> environments() {
        return Synthesis.all();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void areStandardWithLogsAndTraces_EB_07(Synthesis synthesis) {
        assertThat(synthesis.tracker().resources(MACHINE)).hasSize(2).allSatisfy(machine -> {
            assertThat(machine.property("StateMachineType").asText()).isEqualTo("STANDARD");
            assertThat(machine.property("TracingConfiguration", "Enabled").booleanValue()).isTrue();
            assertThat(machine.property("LoggingConfiguration", "Level").asText()).isEqualTo("ALL");
            assertThat(machine.property("LoggingConfiguration", "Destinations")).hasSize(1);
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void everyPlaceholderOfADefinitionIsGivenAFunction(Synthesis synthesis) {
        assertThat(synthesis.tracker().resources(MACHINE)).allSatisfy(machine -> {
            var given = machine.property("DefinitionSubstitutions").propertyStream().map(Map.Entry::getKey).toList();
            var wanted = Pattern.compile("\\$\\{(\\w+)}")
                    .matcher(machine.property("DefinitionString").asText())
                    .results()
                    .map(found -> found.group(1))
                    .distinct();
            assertThat(wanted).containsExactlyInAnyOrderElementsOf(given);
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void everyCatchKeepsTheInput_SFN_09(Synthesis synthesis) {
        assertThat(synthesis.tracker().resources(MACHINE)).allSatisfy(machine -> assertThat(
                all(definition(machine), "Catch").flatMap(MachinesTest::items)).isNotEmpty()
                .allSatisfy(caught -> assertThat(
                        caught.path("ResultPath").asText()).startsWith("$.")));
    }

    /** A job is not tried again unless nothing was started: its team decides whether it may run twice. */
    @ParameterizedTest
    @MethodSource("environments")
    void everyTaskOfOursTriesAgainWhatMayPass_SFN_11(Synthesis synthesis) {
        assertThat(synthesis.tracker().resources(MACHINE)).allSatisfy(machine -> {
            var tasks = states(definition(machine))
                    .filter(state -> state.at("/Parameters/FunctionName").asText().startsWith("${"))
                    .toList();
            assertThat(tasks).isNotEmpty().allSatisfy(task -> {
                var retried = items(task.path("Retry")).flatMap(retry -> items(retry.path("ErrorEquals")))
                        .map(JsonNode::asText)
                        .toList();
                assertThat(retried).contains("Lambda.ServiceException", "Lambda.AWSLambdaException",
                        "Lambda.SdkClientException",
                        "Lambda.TooManyRequestsException", "dev.tally.lambda.TryAgainException");
                assertThat(retried).doesNotContain("States.ALL", "States.TaskFailed");
            });
        });
    }

    @ParameterizedTest
    @MethodSource("environments")
    void eachMayCallItsOwnFunctions(Synthesis synthesis) {
        assertThat(synthesis.tracker().resources(MACHINE)).allSatisfy(machine -> {
            var aliases = machine.property("DefinitionSubstitutions").valueStream().map(JsonNode::asText).toList();
            assertThat(rights(synthesis, machine).stream()
                    .filter(statement -> statement.allows("lambda:InvokeFunction"))
                    .flatMap(statement -> statement.resources().stream())
                    .filter(resource -> resource.startsWith("<Functions")))
                    .containsExactlyInAnyOrderElementsOf(aliases);
        });
    }

    @Test
    void archivingMayDoNothingElse() {
        var prod = Synthesis.of("prod");
        var rights = rights(prod, prod.tracker().resource(MACHINE, "MachinesArchiving"));
        assertThat(rights.stream()
                .flatMap(statement -> statement.actions().stream())
                .filter(action -> !action.startsWith("logs:") && !action.startsWith("xray:")))
                .containsExactly("lambda:InvokeFunction");
    }

    @Test
    void aFunctionAsAJob() {
        assertThat(resources("lambda:InvokeFunction"))
                .contains("arn:<AWS::Partition>:lambda" + ACCOUNT + "function:housekeeping-trends");
    }

    @Test
    void aStateMachineAsAJob() {
        assertThat(resources("states:StartExecution"))
                .containsExactly("arn:<AWS::Partition>:states" + ACCOUNT + "stateMachine:magnetometer-calibration");
        assertThat(resources("states:StopExecution"))
                .containsExactly("arn:<AWS::Partition>:states" + ACCOUNT + "execution:magnetometer-calibration:*");
        assertThat(resources("states:DescribeExecution")).isEqualTo(resources("states:StopExecution"));
        assertThat(resources("events:PutRule")).contains(
                "arn:<AWS::Partition>:events" + ACCOUNT + "rule/StepFunctionsGetEventsForStepFunctionsExecutionRule");
    }

    @Test
    void aBatchJobAsAJob() {
        var definition = "arn:<AWS::Partition>:batch" + ACCOUNT + "job-definition/camera-level-1";
        assertThat(resources("batch:SubmitJob")).containsExactlyInAnyOrder(
                "arn:<AWS::Partition>:batch" + ACCOUNT + "job-queue/camera-processing",
                definition, definition + ":*");
        assertThat(resources("batch:DescribeJobs")).containsExactly("*");
        assertThat(resources("batch:TerminateJob")).containsExactly("arn:<AWS::Partition>:batch" + ACCOUNT + "job/*");
        assertThat(resources("events:PutRule"))
                .contains("arn:<AWS::Partition>:events" + ACCOUNT + "rule/StepFunctionsGetEventsForBatchJobsRule");
    }

    @Test
    void aTaskAsAJob() {
        var definition = "arn:<AWS::Partition>:ecs" + ACCOUNT + "task-definition/doppler";
        assertThat(resources("ecs:RunTask")).containsExactlyInAnyOrder(definition, definition + ":*");
        assertThat(resources("ecs:StopTask"))
                .containsExactly("arn:<AWS::Partition>:ecs" + ACCOUNT + "task/radio-science/*");
        assertThat(resources("ecs:DescribeTasks")).isEqualTo(resources("ecs:StopTask"));
        assertThat(statements("ecs:RunTask")).allMatch(statement -> statement.json()
                .at("/Condition/ArnEquals/ecs:cluster")
                .asText()
                .equals("arn:<AWS::Partition>:ecs" + ACCOUNT + "cluster/radio-science"));
        assertThat(resources("iam:PassRole")).containsExactlyInAnyOrder(
                "arn:<AWS::Partition>:iam::<AWS::AccountId>:role/doppler-task",
                "arn:<AWS::Partition>:iam::<AWS::AccountId>:role/doppler-execution");
        assertThat(statements("iam:PassRole")).allMatch(statement -> statement.json()
                .at("/Condition/StringEquals/iam:PassedToService")
                .asText()
                .equals("ecs-tasks.amazonaws.com"));
        assertThat(resources("events:PutRule"))
                .contains("arn:<AWS::Partition>:events" + ACCOUNT + "rule/StepFunctionsGetEventsForECSTaskRule");
    }

    @Test
    void whatTheCatalogDoesNotNameCannotBeRun() {
        var dev = Synthesis.of("dev");
        assertThat(rights(dev, dev.tracker().resource(MACHINE, "MachinesProcessing")).stream()
                .flatMap(statement -> statement.actions().stream()))
                .noneMatch(action -> action.startsWith("batch:") || action.startsWith("ecs:")
                        || action.startsWith("iam:"));
    }

    private static List<Statement> statements(String action) {
        var prod = Synthesis.of("prod");
        return rights(prod, prod.tracker().resource(MACHINE, "MachinesProcessing")).stream()
                .filter(statement -> statement.allows(action))
                .toList();
    }

    private static List<String> resources(String action) {
        return statements(action).stream().flatMap(statement -> statement.resources().stream()).toList();
    }

    private static List<Statement> rights(Synthesis synthesis, Resource machine) {
        return Policies.of(synthesis, synthesis.tracker().at(machine.property("RoleArn")));
    }

    private static JsonNode definition(Resource machine) {
        try {
            return Synthesis.JSON.readTree(machine.property("DefinitionString").asText());
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    private static Stream<JsonNode> states(JsonNode definition) {
        return all(definition, "States").flatMap(JsonNode::valueStream);
    }

    private static Stream<JsonNode> all(JsonNode node, String field) {
        return node.findValues(field).stream().flatMap(found -> Stream.concat(Stream.of(found), all(found, field)));
    }

    private static Stream<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
