package dev.tally.cli;

import java.io.Serial;
import java.util.Optional;

/** A command cannot do what it was asked: what is wrong, what to do next, and the exit code. */
public final class Trouble extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int exit;
    private final String advice;

    private Trouble(int exit, String message, String advice) {
        super(message);
        this.exit = exit;
        this.advice = advice;
    }

    /** The operation failed. */
    public static Trouble failed(String message, String advice) {
        return new Trouble(Exit.FAILED, message, advice);
    }

    /** The command was called wrongly. */
    public static Trouble usage(String message, String advice) {
        return new Trouble(Exit.USAGE, message, advice);
    }

    /** What was named does not exist. */
    public static Trouble notFound(String message, String advice) {
        return new Trouble(Exit.NOT_FOUND, message, advice);
    }

    /** Something is missing yet. */
    public static Trouble incomplete(String message, String advice) {
        return new Trouble(Exit.INCOMPLETE, message, advice);
    }

    public int exit() {
        return exit;
    }

    /** What to do next, one sentence. */
    public Optional<String> advice() {
        return advice.isEmpty() ? Optional.empty() : Optional.of(advice);
    }
}
