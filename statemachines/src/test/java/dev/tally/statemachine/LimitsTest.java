package dev.tally.statemachine;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The limits of Step Functions, at the most parts that there can be. The service writes two events for each state that
 * it passes, three more for each try of a task, two more for a Map and for each of its iterations; an execution ends at 25,000.
 *
 * @see <a href="https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html">Step Functions: quotas</a>
 */
final class LimitsTest {
    private static final int MOST_RANGES = 256;
    /** Members and outputs both have up to as many. */
    private static final int MOST_PARTS = 2 * MOST_RANGES;
    private static final int EVENTS = 20_000;
    private static final int STATE_BYTES = 256 * 1024;

    private static final Map<String, Integer> EVENTS_OF = Map.of("Task", 5, "Pass", 2, "Choice", 2, "Succeed", 2, "Map",
            4);

    private static int events(Definition definition, List<String> states) {
        return states.stream().mapToInt(s -> EVENTS_OF.get(definition.state(s).get("Type").textValue())).sum();
    }

    /** Events of one iteration that needs so many invocations. */
    private static int iteration(Definition inner, String task, String end, int invocations) {
        return 2 + invocations * events(inner, List.of(task, "More")) + events(inner, List.of(end));
    }

    @Test
    @DisplayName("SFN-12: 256 ranges cost 2,847 events, and each may be resumed nine times within 20,000")
    void processingStaysWithinItsHistory() {
        Definition machine = Definition.of(StateMachine.PROCESSING);
        Definition inner = machine.inner("VerifyRanges");
        int around = 2
                + events(machine, List.of("Prepare", "VerifyRanges", "Judge", "IsFit", "ChooseJob", "RunFunction",
                        "ListOutputs", "ReportProcessed", "Processed"));

        assertThat(around + MOST_RANGES * iteration(inner, "VerifyRange", "Verified", 1)).isEqualTo(2_847);
        assertThat(around + MOST_RANGES * iteration(inner, "VerifyRange", "Verified", 10)).isLessThan(EVENTS);
    }

    @Test
    @DisplayName("SFN-12: 512 parts of an archive may be resumed three times each within 20,000 events")
    void archivingStaysWithinItsHistory() {
        Definition machine = Definition.of(StateMachine.ARCHIVING);
        Definition inner = machine.inner("CopyParts");
        int around = 2 + events(machine,
                List.of("Prepare", "Plan", "IsDue", "CopyParts", "Seal", "ReportArchived", "Archived"));

        assertThat(around + MOST_PARTS * iteration(inner, "CopyPart", "Copied", 4)).isLessThan(EVENTS);
    }

    @Test
    @DisplayName("SFN-04, SFN-05: a range leaves one word in the state, so 256 of them stay below a tenth of the limit")
    void rangesLeaveLittleBehind() {
        Definition machine = Definition.of(StateMachine.PROCESSING);
        JsonNode end = machine.inner("VerifyRanges").state("Verified");
        String range = "{\"index\":255,\"from\":99999999999,\"to\":99999999999},";

        assertThat(end.get("OutputPath").textValue()).isEqualTo("$.answer.verdict");
        assertThat(MOST_RANGES * (range.length() + "\"unfit\",".length())).isLessThan(STATE_BYTES / 10);
    }
}
