package dev.tally.statemachine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What no schema can say of the definitions. */
final class DefinitionTest {
    private static final Set<String> ENDS = Set.of("Succeed", "Fail");
    private static final Set<String> TRANSIENT = Set.of("Lambda.TooManyRequestsException", "Lambda.ServiceException",
            "Lambda.AWSLambdaException", "Lambda.SdkClientException", "Lambda.ClientExecutionTimeoutException",
            "Sandbox.Timedout", "States.Timeout", "dev.tally.lambda.TryAgainException");

    private static Stream<Definition> definitions() {
        return Stream.of(StateMachine.values()).flatMap(machine -> Definition.of(machine).all().stream());
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void everyWayLeadsToAStateAndEveryStateIsOnAWay(Definition definition) {
        assertThat(definition.reachable()).isEqualTo(definition.states().keySet());
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void onlyEndsHaveNoSuccessor(Definition definition) {
        definition.states()
                .forEach((name, state) -> assertThat(Definition.successors(state).isEmpty())
                        .as(name)
                        .isEqualTo(ENDS.contains(state.get("Type").textValue())));
    }

    @ParameterizedTest
    @MethodSource("definitions")
    @DisplayName("SFN-09: what was caught goes to a field of its own and leaves the ids where they are")
    void caughtErrorsKeepTheInput(Definition definition) {
        for (JsonNode state : definition.states().values()) {
            for (JsonNode catcher : state.path("Catch")) {
                assertThat(catcher.get("ResultPath").textValue()).isIn("$.caught", "$.unreported");
            }
            String resultPath = state.path("ResultPath").asText("");
            assertThat(resultPath).isNotIn("$", "$.dataset", "$.delivery", "$.revision", "$.attempt", "$.job");
        }
    }

    @ParameterizedTest
    @MethodSource("definitions")
    @DisplayName("Every error of every task is caught: by itself, or by the Map around it")
    void everyErrorIsCaught(Definition definition) {
        for (Map.Entry<String, JsonNode> state : definition.states().entrySet()) {
            String type = state.getValue().get("Type").textValue();
            boolean inMap = definition.name().indexOf('/') > 0;
            if (type.equals("Map") || (type.equals("Task") && !inMap)) {
                JsonNode last = state.getValue().get("Catch").get(state.getValue().get("Catch").size() - 1);
                assertThat(last.get("ErrorEquals").get(0).textValue()).as(state.getKey()).isEqualTo("States.ALL");
            }
        }
    }

    @Test
    @DisplayName("SFN-10: the reported stage is that of the state that failed")
    void eachFailureHasItsStage() {
        Map<String, String> processing = Map.ofEntries(Map.entry("VerifyRanges", "verify"),
                Map.entry("RunFunction", "job"), Map.entry("RunStateMachine", "job"), Map.entry("RunBatchJob", "job"),
                Map.entry("RunContainer", "job"), Map.entry("ListOutputs", "outputs"),
                Map.entry("ReportUnfit", "outcome"), Map.entry("ReportProcessed", "outcome"));
        Map<String, String> archiving = Map.of("Plan", "archive", "CopyParts", "archive", "Seal", "archive",
                "ReportArchived", "archive");

        assertThat(stages(Definition.of(StateMachine.PROCESSING))).isEqualTo(processing);
        assertThat(stages(Definition.of(StateMachine.ARCHIVING))).isEqualTo(archiving);
    }

    private static Map<String, String> stages(Definition definition) {
        Map<String, String> stages = new HashMap<>();
        definition.states().forEach((name, state) -> {
            String handler = state.path("Catch").path(0).path("Next").asText("");
            if (!handler.isEmpty() && !handler.equals("Failed")) {
                JsonNode note = definition.state(handler);
                assertThat(note.get("Next").textValue()).isEqualTo("ReportFailure");
                stages.put(name, note.get("Parameters").get("stage").textValue());
            }
        });
        return stages;
    }

    @ParameterizedTest
    @MethodSource("definitions")
    @DisplayName("SFN-11: our own functions are tried again for transient errors, and for nothing else")
    void ownFunctionsAreTriedAgain(Definition definition) {
        for (Map.Entry<String, JsonNode> task : definition.ofType("Task")) {
            if (task.getValue().get("Parameters").path("FunctionName").asText("").startsWith("${")) {
                assertThat(retried(task.getValue())).as(task.getKey()).containsExactlyInAnyOrderElementsOf(TRANSIENT);
                assertThat(task.getValue().get("TimeoutSeconds").intValue()).isBetween(90, 960);
            }
        }
    }

    @Test
    @DisplayName("A job is started at most once an attempt: only a refusal is tried again")
    void jobsAreNotTriedAgain() {
        Definition processing = Definition.of(StateMachine.PROCESSING);
        for (String name : List.of("RunFunction", "RunStateMachine", "RunBatchJob", "RunContainer")) {
            assertThat(List.of("Lambda.TooManyRequestsException")).as(name)
                    .containsAll(retried(processing.state(name)));
            assertThat(processing.state(name).get("TimeoutSecondsPath").textValue()).isEqualTo("$.job.timeoutSeconds");
        }
    }

    private static List<String> retried(JsonNode task) {
        List<String> errors = new ArrayList<>();
        task.path("Retry").forEach(retrier -> retrier.get("ErrorEquals").forEach(e -> errors.add(e.textValue())));
        return errors;
    }

    @Test
    void theJobGetsSevenFieldsWhateverItsKind() {
        Definition processing = Definition.of(StateMachine.PROCESSING);
        JsonNode input = processing.state("Prepare").get("Parameters").get("jobInput");
        List<String> fields = new ArrayList<>();
        input.properties().forEach(field -> {
            String name = field.getKey().replace(".$", "");
            assertThat(field.getValue().textValue()).isEqualTo("$." + name);
            fields.add(name);
        });

        assertThat(fields).containsExactly("dataset", "delivery", "revision", "attempt", "resolvedManifest",
                "outputPrefix", "parameters");
        assertThat(processing.state("RunFunction").at("/Parameters/Payload.$").textValue()).isEqualTo("$.run.jobInput");
        assertThat(processing.state("RunStateMachine").at("/Parameters/Input.$").textValue())
                .isEqualTo("$.run.jobInput");
        String asText = "States.JsonToString($.run.jobInput)";
        JsonNode batch = processing.state("RunBatchJob").at("/Parameters/ContainerOverrides/Environment/0");
        JsonNode container = processing.state("RunContainer")
                .at("/Parameters/Overrides/ContainerOverrides/0/Environment/0");
        for (JsonNode variable : List.of(batch, container)) {
            assertThat(variable.get("Name").textValue()).isEqualTo("TALLY_INPUT");
            assertThat(variable.get("Value.$").textValue()).isEqualTo(asText);
        }
    }

    @Test
    void everyKindOfJobHasAStateAndAnUnknownOneFails() {
        JsonNode choice = Definition.of(StateMachine.PROCESSING).state("ChooseJob");
        List<String> kinds = new ArrayList<>();
        choice.get("Choices").forEach(way -> kinds.add(way.get("StringEquals").textValue()));

        assertThat(kinds).containsExactly("lambda", "stateMachine", "batch", "ecs", "none");
        assertThat(choice.get("Default").textValue()).isEqualTo("UnknownJob");
    }
}
