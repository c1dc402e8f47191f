package dev.tally.lambda;

import java.util.List;

import dev.tally.TallyException;

/** A function's settings cannot be used; it has every problem, not only the first. */
public final class SettingsException extends TallyException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    SettingsException(List<String> problems) {
        super("The function cannot start: " + String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
