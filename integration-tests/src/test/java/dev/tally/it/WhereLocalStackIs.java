package dev.tally.it;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips every test, and says why, where LocalStack is wanted and cannot be had. The profile registers it. */
public final class WhereLocalStackIs implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (!LocalStack.isWanted() || LocalStack.missing().isEmpty()) {
            return ConditionEvaluationResult.enabled("");
        }
        System.err.println("SKIPPED " + context.getDisplayName() + ": " + LocalStack.missing());
        return ConditionEvaluationResult.disabled(LocalStack.missing());
    }
}
