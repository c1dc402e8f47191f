package dev.tally.lambda.outcome;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.tally.aws.RunReasons;
import dev.tally.delivery.Outputs;
import dev.tally.delivery.Reason;
import dev.tally.file.FileRef;
import dev.tally.json.JsonObject;
import dev.tally.json.MalformedJsonException;
import dev.tally.lambda.Attempt;

/**
 * Reads what the outcome function is called with:
 *
 * <pre>
 * task  = { outcome: "processed", ids, execution, outputs: { manifest, count, bytes } | null }
 *       | { outcome: "unfit", ids, execution, verdicts: ["fit" | "unfit"…] }
 *       | { outcome: "failed", ids, execution?, stage, error, cause }
 *       | { outcome: "archived", ids, archive }
 * ids   = dataset, delivery, revision, attempt
 * event = { detail-type: "Step Functions Execution Status Change", detail: { executionArn, status, input, error?, cause? } }
 * </pre>
 *
 * The input of an execution tells which machine's it is: only the processing machine gets ranges.
 */
final class ToldReader {
    private static final String ARCHIVE = "archive";

    private ToldReader() {}

    static Told read(JsonObject json) {
        return json.has("outcome") ? task(json) : event(json.needObject("detail"));
    }

    private static Told task(JsonObject task) {
        Attempt attempt = Attempt.read(task);
        return switch (task.needText("outcome")) {
            case "processed" -> new Told.Processed(attempt, task.needText("execution"),
                    task.object("outputs").map(ToldReader::outputs));
            case "unfit" -> new Told.Unfit(attempt, task.needText("execution"), unfit(task.texts("verdicts")));
            case "archived" -> new Told.Archived(attempt, task.needText("archive"));
            case "failed" -> failed(attempt, task.text("execution"), RunReasons.of(task.needText("stage"),
                    task.needText("error"), task.text("cause").orElse("")));
            case String other -> throw new MalformedJsonException("outcome is \"" + other + '"');
        };
    }

    private static Told failed(Attempt attempt, Optional<String> execution, Reason reason) {
        return reason.stage().equals(ARCHIVE) || execution.isEmpty()
                ? new Told.NotArchived(attempt, reason)
                : new Told.Failed(attempt, execution.get(), reason);
    }

    private static Outputs outputs(JsonObject outputs) {
        return new Outputs(FileRef.parse(outputs.needText("manifest")), outputs.needNumber("count"),
                outputs.needNumber("bytes"));
    }

    private static List<Integer> unfit(List<String> verdicts) {
        return IntStream.range(0, verdicts.size()).filter(i -> verdicts.get(i).equals("unfit")).boxed().toList();
    }

    private static Told event(JsonObject detail) {
        JsonObject input = detail.embedded("input")
                .orElseThrow(() -> new MalformedJsonException(
                        "detail.input is missing: the input of " + detail.needText("executionArn") + " is too large"));
        Attempt attempt = Attempt.read(input);
        boolean processing = input.has("ranges");
        String execution = detail.needText("executionArn");
        String status = detail.needText("status");
        return switch (status) {
            case "SUCCEEDED" -> new Told.Succeeded(attempt, processing ? Optional.of(execution) : Optional.empty());
            case "FAILED", "TIMED_OUT", "ABORTED" -> ended(attempt, execution, processing, RunReasons.ofEnd(execution,
                    status, detail.text("error").orElse(""), detail.text("cause").orElse("")));
            case String other -> throw new MalformedJsonException("detail.status is \"" + other + '"');
        };
    }

    private static Told ended(Attempt attempt, String execution, boolean processing, Reason reason) {
        return processing
                ? new Told.Failed(attempt, execution, reason)
                : new Told.NotArchived(attempt, new Reason(ARCHIVE, reason.error(), reason.cause()));
    }
}
